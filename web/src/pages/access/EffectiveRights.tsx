/** What someone may do in one domain, all roles together; hovering over a tick shows where it comes from. */
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useDomain, useDomains } from '@/api/domains'
import { field, useModel } from '@/api/model'
import { labels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { FolderControl } from '@/resource/form/FolderControl'
import { FormField } from '@/ui/Field'
import { Failed, Loading } from '@/ui/States'
import { rolesQuery } from './api'
import { type Grant, rightsIn } from './grants'
import { PermissionMatrix } from './PermissionMatrix'

export function EffectiveRights({ grants }: { grants: Grant[] }) {
  const { t } = useTranslation()
  const tree = useDomains()
  const current = useDomain()
  const resource = useModel().resources.folders
  const roles = useQuery(rolesQuery)
  const [domain, setDomain] = useState(current?.uuid ?? tree.uuid)
  const rights = useMemo(
    () => rightsIn(domain, grants, roles.data ?? [], tree),
    [domain, grants, roles.data, tree],
  )
  const chosen = useMemo(() => new Set(rights.keys()), [rights])
  const why = useCallback(
    (permission: string) =>
      rights
        .get(permission)
        ?.map(grant =>
          grant.via
            ? t('access.whyGroup', {
                role: labels.known('roles', grant.role.str),
                group: labels.known('user-groups', grant.via.str),
              })
            : t('access.whyRole', { role: labels.known('roles', grant.role.str) }),
        )
        .join(' '),
    [rights, t],
  )
  if (roles.isPending) return <Loading />
  if (!roles.data) return <Failed error={roles.error} retry={() => void roles.refetch()} />
  const parent = resource && field(resource, 'parent_folder')
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-soft">{t('access.rightsHelp')}</p>
      {resource && parent && (
        <div className="max-w-sm">
          <FormField label={t('domain.label')}>
            <FolderControl
              resource={resource}
              field={parent}
              value={domain}
              onChange={value => setDomain(String(value))}
            />
          </FormField>
        </div>
      )}
      <PermissionMatrix chosen={chosen} why={why} />
    </div>
  )
}
