/* The named gradients of covers (product.md 3.3), our own design. Plain data, read by the browser and the server alike. */

/**
 * One line each: the name, then how it is drawn, then its colours. A number is the angle of a straight gradient; `mesh` lays
 * soft spots of colour (top left, top right, bottom) over the first one.
 */
const TABLE = `
Soft
misty 120 e3e9ee c5d3dd efece8
haze 100 dcd9e4 e9dfe0 f5ebe0
linen 135 f4efe6 e6dccb d8cab4
pearl 150 f2f0f4 dfe2ec cfd9e6
porcelain 110 eef3f5 d9e6e8 f6f1ea
oat 160 efe3cf dcc8a8 c9ae87
powder 135 dfe8f6 eadff0 f6e6ea
petal 120 fbe4e6 f5d3d9 f9ece2
vanilla 135 fdf3d6 f7e3ae f3d7a0
seashell mesh f7e9e0 f3cfc0 e2d6ea f8f0dc
parchment 145 f1e7d3 e0cfae cdb791
frost mesh eaf2f7 cfe3f0 dcdff2 f4f7f9

Sky
skylight 160 bfe0f5 8fc3e8 e9f4fb
morning 170 a9d0ee f2dfd1 f8c9a8
drizzle 130 9fb4c4 c3d0d8 8aa0b3
glacier 145 c9eef0 8fcbd9 6aaec8
lagoon 125 3fb8af 7fd4c6 cdeee0
horizon 180 6fa6d6 b9d3e6 f6d9b8
breeze 110 b4ecdf 8ad0e6 a6b8f0
zenith 165 2f6fb5 5f9fd8 a9d1f0
tidal 140 1f7a8c 4fa9b4 bfdbd7
cirrus mesh bcd6ee eef4fa 9fc0e6 d9e7f4

Warm
sunrise 165 f7a26b f9c58d fde7c4
sunset 160 6a4c93 e0607e f8a978
ember 130 8c2f1b d9572b f2a541
apricot 120 fbd3a8 f7b07a f4956a
peach 135 ffe0cc fcbfa4 f79d8c
saffron 115 f9d976 f4b13e e98a23
marigold 150 fce38a f6b352 ef7d3b
amber mesh f2a63b f9d37a d9742b f6bb55
terracotta 140 b9593d d98262 eebf9f
sienna 125 7a3e22 b0683f d9a273
coral 120 ff8a73 fca892 fdd4bf
papaya mesh f98f5b fbc27d f26a6a fddcae

Rose
blush 135 f9d7dc f0b3bf e795a8
peony 120 f7b2c4 ea7ba0 c9558a
rosewood 150 5c2233 9a4256 cf8590
raspberry 130 8d1c4a cf3c6e f08a9c
orchid 145 b06ab3 d891ce f3c9e0
mauve 110 bfa2bd d6c0d2 ecdde2
cherry 160 6d1026 b3243f e8646a
sorbet mesh f8c4cf fbe0b7 e7a1c7 fcd8cf

Green
meadow 130 a8d08d d7e8a5 f3f0b8
moss 145 4d6b3c 7f9a5b bcc98d
fern 120 2f6b4a 5f9e6e b4d3a0
sage 135 c3cfb8 a7b89c 8a9f86
pine 165 123d33 2c6650 6f9f86
mint 110 d5f3e3 a8e0c8 7cc8b0
olive 125 5d5a2b 8d8a48 c4bf7f
lime 140 d9ec7c a7d24f 6aae4a
jade 150 0f6e5c 3aa287 a4d9c1
bamboo mesh a9c77d e4e8b4 6f9f5b cfdca0

Violet
lavender 135 e2dcf5 c6b9ea a99bdc
lilac 110 ead8f0 d5b6e4 bb96d6
iris 145 5b54b8 8c86de cfc8f5
amethyst 130 4a2c7a 7f55b5 c19fe0
plum 160 3e1d4a 76376f b9749f
wisteria 120 8f94d9 b9aee6 e6d3ee
grape 150 331a5c 5f3492 9d6fc9
twilight 175 2b2d5b 6a5a96 d99a9a

Deep
midnight 150 0f1b3d 1f3566 3f5f96
ink 135 15171c 2a2f3a 474f5e
abyss 165 06222f 0f4a5a 2d8087
nebula mesh 1d1740 6b2f8f 1f5b9e b0407e
cosmos mesh 0d1030 34257a 15406e 7a2a6a
graphite 125 2b2b2e 4a4a50 75757c
slate 140 3c4858 5f6e80 93a1af
storm 160 2e3a48 56677a a3adb5
obsidian mesh 141317 2f2640 16303a 2a1a22
espresso 135 2a1a14 4f3428 85604a

Light
aurora mesh 1b3a5c 3fc9a4 7d5bd0 2e86b8
borealis mesh 0f2f3f 5fe0a0 2c8fb0 a06bd8
prism mesh f3c6d8 a9d8f5 f8e2a0 c4b8f2
opal mesh dff0ea c2d8f2 f5d3e0 f6ecc8
nacre mesh eee6ef d6e8ec f6dcd0 e6e2f6
bloom mesh f7a8b8 fcd59a c79be8 f9c6d2
tropics mesh 1fa6a0 f7d06a f27a6b 63c7a4
candy mesh f58fb8 8fc8f5 fbd07c c99af0
reef mesh 1c7f9e f79a7b 4fd0c0 2b5f95
`

export interface Gradient {
  name: string
  group: string
  /** A CSS `background`. */
  css: string
}

const straight = (angle: string, colors: readonly string[]): string =>
  `linear-gradient(${angle}deg, ${colors.join(', ')})`

const mesh = ([base, topLeft, topRight, bottom]: readonly string[]): string =>
  [
    `radial-gradient(at 18% 20%, ${topLeft} 0, transparent 55%)`,
    `radial-gradient(at 82% 12%, ${topRight} 0, transparent 52%)`,
    `radial-gradient(at 55% 95%, ${bottom} 0, transparent 60%)`,
    `${base}`,
  ].join(', ')

function read(table: string): Gradient[] {
  let group = ''
  return table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [name = '', how, ...hexes] = line.split(' ')
      if (how === undefined) {
        if (name !== '') group = name
        return []
      }
      const colors = hexes.map((hex) => `#${hex}`)
      return [{ name, group, css: how === 'mesh' ? mesh(colors) : straight(how, colors) }]
    })
}

/** All of them, grouped, in the order in which they are offered. */
export const gradients: readonly Gradient[] = read(TABLE)

const byName = new Map(gradients.map(({ name, css }) => [name, css]))

/** What is shown for a cover that cannot be (product.md 3.3, 4.5). */
export const FALLBACK_GRADIENT = 'aurora'

/** The CSS `background` of a gradient; `null` for a name that nobody knows. */
export const gradientCss = (name: string): string | null => byName.get(name) ?? null
