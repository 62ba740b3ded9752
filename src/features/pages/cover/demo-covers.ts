import { type CoverFit, iconCover } from './cover'

/** A sample of how the head of a page can look (product.md 3.4). "Pro" is only shown: everybody may use it (rulings 1). */
export interface DemoCover {
  id: string
  title: string
  coverImage: string
  coverFit: CoverFit
  backgroundGradient: string | null
  isVideo: boolean
  isPro: boolean
  aiSummary: string
  icon: string
}

const icon = (name: string, background: string, color: string | null = null): string =>
  iconCover({ name, background, color, filled: true })

const demo = (
  title: string,
  sign: string,
  coverImage: string,
  aiSummary: string,
  rest: Partial<DemoCover> = {},
): DemoCover => ({
  id: title.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
  title,
  icon: sign,
  coverImage,
  aiSummary,
  coverFit: 'cover',
  backgroundGradient: null,
  isVideo: false,
  isPro: false,
  ...rest,
})

export const demoCovers: readonly DemoCover[] = [
  demo('Reading notes', '📚', icon('book-open', 'parchment'), 'What was read, and what stayed.'),
  demo('Launch plan', '🚀', icon('rocket', 'midnight', '#f4efe6'), 'Who does what until the day.'),
  demo('Garden diary', '🌿', 'meadow', 'What grows where, and since when.'),
  demo('Travel', '🧭', icon('map', 'lagoon', '#0f4a5a'), 'The route, the tickets, the places to eat.'),
  demo('Team handbook', '🤝', 'opal', 'How we work, for everyone who is new.', { isPro: true }),
  demo('Lab journal', '🔬', icon('flask-conical', 'frost', 'blue'), 'One page an experiment.'),
  demo('Recipes', '🍋', 'papaya', 'What is cooked here more than once.'),
  demo('Film night', '🎬', 'https://www.youtube.com/watch?v=aqz-KE-bpKQ', 'A cover that plays a video.', {
    isVideo: true,
    isPro: true,
    backgroundGradient: 'cosmos',
  }),
]
