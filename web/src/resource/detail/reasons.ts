/** Why someone has access, as the server says it, in words. */

import type { Ref } from '@/api/model'
import { labels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'

export interface Reason {
  kind: 'role' | 'publication' | 'assignment' | 'own'
  role: Ref | null
  group: Ref | null
  through_group: boolean
  domain: Ref | null
  inherited: boolean
}

/** What the reader may not see has no name. */
export function useReasonWords() {
  const { t } = useTranslation()
  return (reason: Reason, isProgram: boolean) => {
    const role = reason.role
      ? labels.known('roles', reason.role.str)
      : t(isProgram ? 'seen.ownPermissions' : 'seen.hiddenRole')
    const domain = reason.domain?.str ?? t('seen.hiddenDomain')
    const kind = reason.kind === 'role' && reason.inherited ? 'inherited' : reason.kind
    const words = t(`seen.kinds.${kind}`, { role, domain })
    if (reason.kind === 'own') return words
    const way = reason.group
      ? t('seen.through', { group: labels.known('user-groups', reason.group.str) })
      : t(reason.through_group ? 'seen.hiddenGroup' : 'seen.directly')
    return `${words} · ${way}`
  }
}
