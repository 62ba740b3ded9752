import type { Migration } from '@/server/db/migrations/migrate'

const SEEDS = [
  ...['Amber', 'Aspen', 'Birch', 'Cedar', 'Clover', 'Coral', 'Fern', 'Hazel'],
  ...['Heron', 'Indigo', 'Juniper', 'Maple', 'Olive', 'River', 'Saffron', 'Wren'],
]
const COLORS = ['brown', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'red']

/** The address of each person's avatar stands in `image`, where every list reads it; accounts without a choice are given one here. */
export const avatars: Migration = {
  name: '0031-avatars',
  async up(db) {
    const people = await db.selectFrom('user').select('id').where('image', 'is', null).execute()
    for (const { id } of people) {
      const avatarSeed = pick(id, SEEDS)
      const color = pick(id, COLORS)
      const defaultAvatarColors = JSON.stringify({ background: color, border: 'none', text: color })
      const image = `/api/avatars/glass/${avatarSeed}/${color}.svg`
      await db
        .updateTable('user')
        .set({ image, avatarSeed, avatarType: 'glass', defaultAvatarColors })
        .where('id', '=', id)
        .execute()
    }
  },
}

/** Always the same one for the same id. */
function pick(id: string, choices: readonly string[]): string {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return choices[sum % choices.length] as string
}
