import { useTranslation } from '@/i18n/react'
import type { Role } from './api'

/** Name and description of a role; built-in ones are known by their code and have better words. */
export function useRoleText() {
  const { t, i18n } = useTranslation()
  const key = (role: Role, what: string) => `roles.known.${role.code?.replace('BI-RL-', '')}.${what}`
  const known = (role: Role, what: string) => role.builtin && i18n.exists(key(role, what))
  return {
    name: (role: Role) => (known(role, 'name') ? t(key(role, 'name')) : role.name),
    description: (role: Role) =>
      role.description || (known(role, 'help') ? t(key(role, 'help')) : t('roles.noDescription')),
  }
}
