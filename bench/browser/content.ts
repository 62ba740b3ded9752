import { mixedBlocks } from '../content'

const count = Number(new URLSearchParams(location.search).get('count') ?? 10_000)

/** The page that every contender shows. */
export const blocks = () => mixedBlocks(count)
