/** A set of permissions: what can be done with which kind of thing. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useModel } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { CheckMatrix } from '@/ui/CheckMatrix'
import { Failed, Loading } from '@/ui/States'
import { permissionsQuery } from './api'
import { VERBS, verbOf, withView } from './grants'
import { permissionGroups } from './permissionGroups'

interface Props {
  chosen: Set<string>
  onChange?: (chosen: Set<string>) => void
  /** Why a permission is there, shown on pointing at it. */
  why?: (permission: string) => string | undefined
}

export function PermissionMatrix({ chosen, onChange, why }: Props) {
  const { t } = useTranslation()
  const model = useModel()
  const labels = useLabels()
  const permissions = useQuery(permissionsQuery)
  const groups = useMemo(() => {
    const made = permissionGroups(permissions.data ?? [], model, labels, {
      model: name => t(`roles.models.${name}`, name),
      assigned: things => t('roles.assigned', { things }),
      approve: things => t('roles.approve', { things }),
      verb: verb => t(`roles.verbs.${verb}`),
      other: t('roles.other'),
      needed: t('roles.needed'),
    })
    if (!why) return made
    return made.map(group => ({
      ...group,
      rows: group.rows.map(row => ({
        ...row,
        cells: Object.fromEntries(
          Object.entries(row.cells).map(([name, cell]) => {
            const reason = cell && why(cell.id)
            return [name, reason ? { ...cell, label: `${cell.label}. ${reason}` } : cell]
          }),
        ),
      })),
    }))
  }, [permissions.data, model, labels, t, why])
  if (permissions.isPending) return <Loading />
  if (!permissions.data) return <Failed error={permissions.error} retry={() => void permissions.refetch()} />
  const all = permissions.data
  const special = all.some(permission => !verbOf(permission))
  return (
    <CheckMatrix
      label={t('roles.matrix')}
      searchLabel={t('roles.search')}
      columns={[
        ...VERBS.map(id => ({ id: id as string, label: t(`roles.verbs.${id}`) })),
        ...(special ? [{ id: 'special', label: t('roles.special') }] : []),
      ]}
      groups={groups}
      chosen={chosen}
      onChange={onChange && (next => onChange(withView(chosen, next, all)))}
      summary={t('roles.count', { count: chosen.size, all: all.length })}
    />
  )
}
