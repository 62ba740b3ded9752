import { heavyBlocks, mixedBlocks } from '../content'

const options = new URLSearchParams(location.search)

/** The page that every contender shows. */
export const blocks = () =>
  options.get('content') === 'heavy' ? heavyBlocks() : mixedBlocks(Number(options.get('count') ?? 10_000))
