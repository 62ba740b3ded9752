const DAY = 86_400_000
const FORM = /\{\{(today|monday|iso)([+-]\d{1,3})?\}\}/g

/**
 * The days in the text of a ready template, counted from today (`2026-11-23`): `{{today+7}}` is a date in a week, `{{monday}}` the
 * Monday of the current week, from Saturday on of the next one, and `{{iso-2}}` the bare `2026-11-21` for a cell of a data table.
 */
export function withDays(text: string, today: string): string {
  const start = Date.parse(`${today}T00:00:00Z`)
  const weekday = (new Date(start).getUTCDay() + 6) % 7
  const monday = start + (weekday >= 5 ? 7 - weekday : -weekday) * DAY
  return text.replace(FORM, (_, name: string, days = '0') => {
    const iso = new Date((name === 'monday' ? monday : start) + Number(days) * DAY).toISOString().slice(0, 10)
    return name === 'iso' ? iso : `<time data-atom="date" data-date="${iso}" datetime="${iso}">${iso}</time>`
  })
}
