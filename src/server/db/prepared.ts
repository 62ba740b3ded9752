import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from '@/server/db/db'
import { invariant } from '@/shared/errors'
import { perDatabase } from './per-database'

/** Stands in a statement where a value will stand. Code that looks at it while the statement is built makes a mistake. */
class Gap {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }

  [Symbol.toPrimitive](): never {
    throw new Error('A prepared statement must not depend on its values')
  }
}

/** What a database makes of the statements. */
const compiledFor = perDatabase(() => new Map<unknown, CompiledQuery>())

/**
 * A statement that is built once for each database and then only gets its values: building it costs several times what
 * SQLite needs to answer it. `build` is called with placeholders, one for each value, so it must put each of them into the
 * statement as it is: no condition on one, no list, no text made of one. For statements that every request needs; the
 * others are built where they stand.
 */
export function prepared<Values extends unknown[], Row>(
  build: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  const gaps = Array.from({ length: build.length - 1 }, (_, index) => new Gap(index))
  return async (db, ...values) => {
    invariant(values.length === gaps.length, 'a prepared statement is given every value')
    const compiled = compiledOnce(db, build, () =>
      // The gaps stand where the types say values do; none of them ever reaches the database.
      build(db, ...(gaps as unknown as Values)).compile(),
    )
    const parameters = compiled.parameters.map((value) =>
      value instanceof Gap ? values[value.index] : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

function compiledOnce<Row>(db: Db, key: unknown, compile: () => CompiledQuery<Row>): CompiledQuery<Row> {
  const known = compiledFor(db)
  const compiled = known.get(key) ?? compile()
  known.set(key, compiled)
  // What is kept under a way of building a statement has been built in that way.
  return compiled as CompiledQuery<Row>
}
