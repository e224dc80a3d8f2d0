/** What someone may do with a what-if. */
import type { Draft } from '@/api/useDraft'
import { type CurrentUser, may } from '@/api/user'

/** Whether they may apply it, which writes with their own rights, discard it, or remove steps. Only its author adds any. */
export const mayDecide = (user: CurrentUser, draft: Draft): boolean =>
  draft.status === 'open' && may(user, 'change_whatifdraft', draft.folder.id)
