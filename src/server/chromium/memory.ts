import { readdir, readFile } from 'node:fs/promises'

const PAGE_BYTES = 4096

/**
 * The memory of all processes of a group, in bytes; 0 where a system does not tell (all but Linux). What processes share
 * is counted for each.
 */
export async function memoryOfGroup(group: number): Promise<number> {
  const names = await readdir('/proc').catch(() => [])
  const sizes = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((name) => sizeIn(name, group)),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function sizeIn(process: string, group: number): Promise<number> {
  // It may have ended meanwhile.
  const line = await readFile(`/proc/${process}/stat`, 'utf8').catch(() => '')
  // Behind the name, which can hold anything: state, parent, group …, the resident pages as the 22nd.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return Number(fields[2]) === group ? Number(fields[21]) * PAGE_BYTES : 0
}
