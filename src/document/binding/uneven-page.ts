/**
 * What the editor holds cannot be made into a page in a bounded number of steps: names that do not stay, tables that do
 * not become whole. Nothing of it has been written; it is a fault of the program.
 */
export class UnevenPage extends Error {
  override readonly name = 'UnevenPage'
}
