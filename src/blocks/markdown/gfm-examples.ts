interface GfmExample {
  rule: string
  markdown: string
}

/** One Markdown text, or more, for each rule of the extensions that GitHub Flavored Markdown makes to CommonMark. */
export const GFM_EXAMPLES: readonly GfmExample[] = [
  {
    rule: 'a table is a header, a line of dashes and rows',
    markdown: '| tide | time |\n| --- | --- |\n| high | noon |',
  },
  { rule: 'cells need no pipes at the ends of a row', markdown: 'tide | time\n--- | ---\nhigh | noon' },
  {
    rule: 'the dashes need not be as wide as the cells',
    markdown: '| t | time of day |\n| - | ------- |\nhigh | noon',
  },
  {
    rule: 'colons align a column to the left, the middle or the right',
    markdown: '| a | b | c | d |\n| :-- | :-: | --: | --- |\n| 1 | 2 | 3 | 4 |',
  },
  {
    rule: 'a pipe in a cell is escaped, also in code and in marks',
    markdown: '| f\\|g |\n| --- |\n| x `\\|` y |\n| x **\\|** y |',
  },
  {
    rule: 'the first empty line, or another block, ends a table',
    markdown: '| a | b |\n| - | - |\n| 1 | 2 |\n> quoted\n\n| a | b |\n| - | - |\n| 1 | 2 |\nlast\n\nafter',
  },
  {
    rule: 'a header with another number of cells than the dashes makes no table',
    markdown: '| a | b |\n| --- |\n| 1 |',
  },
  {
    rule: 'rows that are too short are filled up',
    markdown: '| a | b |\n| - | - |\n| 1 |\n| 1 | 2 |',
  },
  { rule: 'a table may have no rows', markdown: '| a | b |\n| - | - |' },
  {
    rule: 'cells hold marks, code, links and breaks',
    markdown: '| **a** | *b* `c` |\n| - | - |\n| [d](/e "f") | ~~g~~<br>h |',
  },
  { rule: 'a table can interrupt a paragraph', markdown: 'words\n| a |\n| - |\n| 1 |' },
  {
    rule: 'tables stand in quotes and under items',
    markdown: '> | a |\n> | - |\n> | 1 |\n\n- item\n\n  | a |\n  | - |\n  | 1 |',
  },
  { rule: 'a box makes an item a task, done or not', markdown: '- [ ] rope\n- [x] oil\n- [X] wick' },
  {
    rule: 'tasks nest, in every kind of list',
    markdown: '- [x] deck\n  - [ ] rope\n  - [x] oil\n- [ ] hull\n\n* [ ] a\n\n+ [x] b',
  },
  {
    rule: 'without a space behind it, or with something in it, it is no box',
    markdown: '- [ ]rope\n- [y] oil\n- [] wick\n- x [ ] z',
  },
  { rule: 'two tildes strike through', markdown: '~~gone~~ here' },
  { rule: 'so does one', markdown: '~gone~ here' },
  { rule: 'a strike does not reach over paragraphs', markdown: 'this ~~has a\n\nnew paragraph~~.' },
  { rule: 'three tildes do not strike', markdown: 'This will ~~~not~~~ strike.' },
  { rule: 'a strike holds other marks and stands in them', markdown: '~~a *b* `c`~~ and **d ~~e~~**' },
  { rule: 'www. makes a link', markdown: 'www.tides.example' },
  { rule: 'with a path and a question', markdown: 'Visit www.tides.example/help?a=1#now today.' },
  {
    rule: 'signs at the end are not part of it',
    markdown: 'Visit www.tides.example. Or www.tides.example/a.b, or www.tides.example!',
  },
  {
    rule: 'parentheses are, while they are balanced',
    markdown: 'www.tides.example/q?a=(b)\n\n(www.tides.example/q?a=(b))\n\nwww.tides.example/q?a=(b))+ok',
  },
  {
    rule: 'what looks like a reference at the end is not',
    markdown: 'www.tides.example/q?a=b&hl=en\n\nwww.tides.example/q?a=b&hl;',
  },
  { rule: 'a less-than sign ends it', markdown: 'www.tides.example/he<lp' },
  {
    rule: 'http:// and https:// make links',
    markdown: 'http://tides.example and (https://tides.example/a?b=(c) d)',
  },
  { rule: 'so do e-mail addresses', markdown: 'ask keeper@tides.example' },
  {
    rule: 'with + and _ before the @, not behind it',
    markdown: 'hello@mail+xyz.example is none, hello+xyz@mail.example is one',
  },
  {
    rule: 'points end e-mail addresses, dashes and underscores spoil them',
    markdown: 'a.b-c_d@a.b\n\na.b-c_d@a.b.\n\na.b-c_d@a.b-\n\na.b-c_d@a.b_',
  },
  {
    rule: 'in code and in links they stay what they are',
    markdown: '`www.tides.example` and [see www.tides.example](/x)',
  },
  {
    rule: 'an underscore in the last two parts of a name makes no link',
    markdown: 'www.ti_des.example and www.a_b.tides.example',
  },
]
