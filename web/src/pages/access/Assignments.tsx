/** Access: every role assignment as a sentence. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Lock, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { flatten, idsUnder, useDomain, useDomains } from '@/api/domains'
import { useModel } from '@/api/model'
import { labels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { PageHeader } from '@/shell/PageHeader'
import { Avatar } from '@/ui/Avatar'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { SearchField } from '@/ui/SearchField'
import { Empty, Failed, Loading } from '@/ui/States'
import { Switch } from '@/ui/Switch'
import { type Assignment, groupsQuery, rolesQuery, useAssignments } from './api'
import { GiveRoleDialog } from './GiveRoleDialog'
import { TakeRoleDialog } from './TakeRoleDialog'
import { useWhere } from './Where'

interface Search {
  search?: string
  role?: string
  empty?: string
}

const roleOf = (one: Assignment) => labels.known('roles', one.role.str)
const whoOf = (one: Assignment) => one.user?.str ?? labels.known('user-groups', one.user_group?.str ?? '')

export default function Assignments() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Search
  const permissions = useModel().resources['role-assignments']?.permissions
  const list = useAssignments()
  const roles = useQuery(rolesQuery)
  const groups = useQuery(groupsQuery)
  const tree = useDomains()
  const domain = useDomain()
  const where = useWhere()
  const [giving, setGiving] = useState(false)
  const [taking, setTaking] = useState<Assignment | null>(null)
  const set = (change: Search) =>
    void navigate({
      to: '.',
      search: (now: Record<string, string>) => ({ ...now, ...change }),
      replace: true,
    } as never)

  const members = (one: Assignment) =>
    groups.data?.find(group => group.id === one.user_group?.id)?.users.length
  const isEmpty = (one: Assignment) => one.user_group !== null && members(one) === 0
  const words = (search.search ?? '').toLowerCase()
  const place = (one: Assignment) => where({ folders: one.perimeter_folders, recursive: one.is_recursive })
  const concerns = (one: Assignment) => {
    if (!domain || domain.uuid === tree.uuid) return true
    // Roles in a parent domain apply in it; its subdomains are part of it.
    const places = [...idsUnder(tree, domain.uuid), ...(one.is_recursive ? trail(domain.uuid) : [])]
    return one.perimeter_folders.some(folder => places.includes(folder.id))
  }
  const trail = (id: string) =>
    flatten(tree)
      .filter(one => flatten(one).some(below => below.uuid === id))
      .map(one => one.uuid)
  const all = list.data ?? []
  const fitting = all.filter(
    one =>
      (!search.role || one.role.id === search.role) &&
      concerns(one) &&
      (!words || `${whoOf(one)} ${roleOf(one)} ${place(one)}`.toLowerCase().includes(words)),
  )
  const hidden = search.empty ? 0 : fitting.filter(isEmpty).length
  const shown = search.empty ? fitting : fitting.filter(one => !isEmpty(one))
  return (
    <div className="w-full max-w-5xl pb-12">
      <PageHeader
        title={t('access.title')}
        crumbs={[{ label: t('settings.title'), to: '/settings' }]}
        note={t('access.note')}
        actions={
          permissions?.add && (
            <Button look="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setGiving(true)}>
              {t('access.giveRole')}
            </Button>
          )
        }
      />
      <div className="flex flex-col gap-4 px-5 lg:px-8">
        <div className="flex flex-wrap items-center gap-3">
          <SearchField
            label={t('access.search')}
            value={search.search ?? ''}
            onChange={text => set({ search: text || undefined })}
          />
          <select
            aria-label={t('access.role')}
            className="control w-auto max-w-56"
            value={search.role ?? ''}
            onChange={event => set({ role: event.target.value || undefined })}
          >
            <option value="">{t('access.allRoles')}</option>
            {roles.data?.map(role => (
              <option key={role.id} value={role.id}>
                {labels.known('roles', role.name)}
              </option>
            ))}
          </select>
          <span className="flex items-center gap-2 text-ink-soft text-sm">
            <Switch
              label={t('access.showEmpty')}
              checked={search.empty === '1'}
              onChange={on => set({ empty: on ? '1' : undefined })}
            />
            <span aria-hidden>{t('access.showEmpty')}</span>
          </span>
        </div>
        {list.isPending && <Loading />}
        {list.error && !list.data && <Failed error={list.error} retry={() => void list.refetch()} />}
        {list.data && shown.length === 0 && (
          <Empty title={t('list.emptyFiltered')}>
            <Button onClick={() => set({ search: undefined, role: undefined, empty: '1' })}>
              {t('list.clearFilters')}
            </Button>
          </Empty>
        )}
        {shown.length > 0 && (
          <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised">
            {shown.map(one => {
              const who = one.user ?? one.user_group
              const count = members(one)
              return (
                <li
                  key={one.id}
                  className="grid grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,4fr)_2rem] items-center gap-x-4 gap-y-1 px-4 py-2.5 max-md:grid-cols-[minmax(0,1fr)_2rem]"
                >
                  <span className="flex min-w-0 items-center gap-3">
                    <Avatar name={whoOf(one)} group={!one.user} faded={isEmpty(one)} />
                    <span className="min-w-0">
                      <Link
                        to={one.user ? `/users/${who?.id}` : `/user-groups/${who?.id}`}
                        className="block truncate rounded-sm font-medium underline-offset-3 hover:underline"
                      >
                        {whoOf(one)}
                      </Link>
                      {one.user_group && count !== undefined && (
                        <span className={cn('text-sm', count === 0 ? 'text-ink-faint' : 'text-ink-soft')}>
                          {count === 0 ? t('access.noMember') : t('access.members', { count })}
                        </span>
                      )}
                    </span>
                  </span>
                  <span className="min-w-0 max-md:order-3 max-md:col-span-2">
                    <span className="text-ink-soft">{t('access.isA')}</span>{' '}
                    <Link
                      to={`/roles/${one.role.id}`}
                      className="rounded-sm font-medium underline-offset-3 hover:underline"
                    >
                      {roleOf(one)}
                    </Link>
                  </span>
                  <span className="min-w-0 break-words max-md:order-4 max-md:col-span-2">{place(one)}</span>
                  <span className="justify-self-end max-md:order-2">
                    {one.builtin ? (
                      <Lock
                        size={14}
                        aria-label={t('access.keptByCairn')}
                        className="mx-1.5 text-ink-faint"
                      />
                    ) : (
                      permissions?.delete && (
                        <Button
                          look="quiet"
                          size="sm"
                          icon={<Trash2 size={15} />}
                          label={t('access.takeFrom', { role: roleOf(one), who: whoOf(one) })}
                          onClick={() => setTaking(one)}
                        />
                      )
                    )}
                  </span>
                </li>
              )
            })}
          </ul>
        )}
        {hidden > 0 && <p className="text-ink-soft text-sm">{t('access.hiddenEmpty', { count: hidden })}</p>}
      </div>
      {giving && <GiveRoleDialog onClose={() => setGiving(false)} />}
      {taking && (
        <TakeRoleDialog id={taking.id} onClose={() => setTaking(null)}>
          {t('access.takeSentence', {
            who: whoOf(taking),
            role: roleOf(taking),
            where: place(taking),
          })}
        </TakeRoleDialog>
      )}
    </div>
  )
}
