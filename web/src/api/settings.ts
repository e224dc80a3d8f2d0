/** Settings of the instance, in groups. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, request } from './client'
import { may, useUser } from './user'

export type FlagSettings = Record<string, boolean>
export interface GeneralSettings {
  security_objective_scale: string
  default_language: string
  allow_unlimited_tokens: boolean
  allow_self_validation: boolean
  [name: string]: string | number | boolean
}
/** Days by severity; null means no due date. */
export interface SlaSettings {
  sla_anchor: string
  critical: number | null
  high: number | null
  medium: number | null
  low: number | null
  info: number | null
}
/** The SMTP server. The password is only ever written. */
export interface MailSettings {
  enabled: boolean
  host: string
  port: number
  security: 'none' | 'starttls' | 'tls'
  user: string
  from: string
  site_url: string
  has_password: boolean
  password?: string
}
/** Templates of emails, such as `subject_en`; null stands for the included one. */
export type MailTemplates = Record<`${'subject' | 'text' | 'html'}_${'en' | 'fr'}`, string | null>
/** Passwords and sessions; no idle limit is null. */
export interface SignInSettings {
  password_min_length: number
  session_days: number
  idle_minutes: number | null
  invitation_days: number
  reset_minutes: number
  new_device_email: boolean
}
export interface InfraSettings {
  ip_allow_list: string[]
}
export interface Groups {
  general: GeneralSettings
  'feature-flags': FlagSettings
  'vulnerability-sla': SlaSettings
  mail: MailSettings
  'mail-templates': MailTemplates
  'sign-in': SignInSettings
  'infra-config': InfraSettings
}
export type Group = keyof Groups

export function settingsQuery<G extends Group>(group: G) {
  return queryOptions({
    queryKey: ['item', 'settings', group],
    queryFn: ({ signal }) => get<Groups[G]>(`settings/${group}/`, undefined, signal),
    staleTime: 30_000,
  })
}

/** The defaults. */
export const flagDefaultsQuery = queryOptions({
  queryKey: ['item', 'settings', 'feature-flags', 'defaults'],
  queryFn: ({ signal }) => get<FlagSettings>('settings/feature-flags/defaults/', undefined, signal),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The templates of emails that come with Cairn. */
export const includedTemplatesQuery = queryOptions({
  queryKey: ['item', 'settings', 'mail-templates', 'included'],
  queryFn: ({ signal }) =>
    get<Record<keyof MailTemplates, string>>('settings/mail-templates/included/', undefined, signal),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Changes some settings optimistically, and reverts if the server refuses. */
export function useChangeSettings<G extends Group>(group: G) {
  const client = useQueryClient()
  const key = settingsQuery(group).queryKey
  return useMutation({
    mutationFn: async (change: Partial<Groups[G]>) =>
      (await request<Groups[G]>(`settings/${group}/`, { method: 'PATCH', body: change })).data,
    onMutate: async change => {
      // Exactly this one: what a fresh instance has is kept under it, and would never be asked for again.
      await client.cancelQueries({ queryKey: key, exact: true })
      const before = client.getQueryData<Groups[G]>(key)
      if (before) client.setQueryData(key, { ...before, ...change } as never)
      return { before }
    },
    onError: (_, __, context) => {
      if (context?.before) client.setQueryData(key, context.before as never)
    },
    onSuccess: now => {
      client.setQueryData(key, now as never)
      // A flag decides which resources are offered, and what endpoints report.
      void client.invalidateQueries({ queryKey: ['model'] })
      return client.invalidateQueries({ queryKey: ['list'] })
    },
  })
}

export function useMayChangeSettings(): boolean {
  const user = useUser()
  return may(user, 'change_globalsettings', user.root_folder_id)
}
