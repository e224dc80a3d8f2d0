/** What can be done with a risk acceptance, by its state and by who is looking. The server has the last word. */
export const DEEDS = ['submit', 'draft', 'accept', 'reject', 'revoke'] as const
export type Deed = (typeof DEEDS)[number]

const FROM: Record<Deed, string[]> = {
  submit: ['created'],
  draft: ['submitted', 'rejected'],
  accept: ['created', 'submitted'],
  reject: ['submitted'],
  revoke: ['accepted'],
}

interface Rights {
  /** Whether they may change it. */
  edits: boolean
  /** Whether the decision is theirs. */
  approves: boolean
}

/** The most likely one first: deciding comes before preparing. */
export function deedsFor(state: string, { edits, approves }: Rights): Deed[] {
  const order: Deed[] = ['accept', 'reject', 'revoke', 'submit', 'draft']
  return order.filter(deed => FROM[deed].includes(state) && (isAsked(deed) ? approves : edits))
}

/** What the approver decides is asked again; what can be taken back at once is not. */
export const isAsked = (deed: Deed) => deed !== 'submit' && deed !== 'draft'
