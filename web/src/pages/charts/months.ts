/** A date by when it is: passed, in one of the coming months, later, or not set. */

export interface Span {
  kind: 'past' | 'month' | 'later' | 'none'
  /** The first day of it, for a month. */
  day?: string
  params: Record<string, string>
}

/** Today's month counts from today: what was before has passed. */
export function spans(field: string, today: string, months: number): Span[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const first = (ahead: number) => {
    const at = new Date(Date.UTC(year, month - 1 + ahead, 1))
    return at.toISOString().slice(0, 10)
  }
  return [
    { kind: 'past', params: { [`${field}__lt`]: today } },
    ...Array.from({ length: months }, (_, at): Span => {
      const day = at === 0 ? today : first(at)
      return { kind: 'month', day, params: { [`${field}__gte`]: day, [`${field}__lt`]: first(at + 1) } }
    }),
    { kind: 'later', params: { [`${field}__gte`]: first(months) } },
    { kind: 'none', params: { [`${field}__isnull`]: 'true' } },
  ]
}
