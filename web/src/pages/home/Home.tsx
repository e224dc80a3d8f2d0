/** The start page. On a new instance it shows the first steps; otherwise a door to each area. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, Boxes, Building2, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { domainsQuery, useDomainFilter } from '@/api/domains'
import { type Resource, useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { displayName, useInterface, useUser } from '@/api/user'
import { formatNumber } from '@/i18n/format'
import { useNavigation } from '@/shell/navigation'
import { PageHeader } from '@/shell/PageHeader'
import { Button } from '@/ui/Button'

export default function Home() {
  const { t } = useTranslation()
  const user = useUser()
  const [ui, change] = useInterface()
  const tree = useQuery(domainsQuery)
  const isNew = tree.data && (tree.data.children ?? []).length === 0 && !ui.welcomed
  return (
    <div className="mx-auto w-full max-w-6xl pb-12">
      <PageHeader title={t('welcome.title', { name: displayName(user).split(/[\s@]/)[0] })} />
      <div className="flex flex-col gap-10 px-5 lg:px-8">
        {isNew && <FirstSteps onDismiss={() => change({ welcomed: true })} />}
        <Overview />
      </div>
    </div>
  )
}

function FirstSteps({ onDismiss }: { onDismiss: () => void }) {
  const { t } = useTranslation()
  const steps = [
    { name: 'domain', icon: Building2, to: '/folders/new' },
    { name: 'people', icon: Users, to: '/users/new' },
    { name: 'objects', icon: Boxes, to: '/assets/new' },
  ]
  return (
    <section aria-labelledby="first-steps" className="rounded-lg border border-line bg-bg p-5 lg:p-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h2 id="first-steps" className="text-lg">
          {t('welcome.empty')}
        </h2>
        <Button look="quiet" size="sm" onClick={onDismiss}>
          {t('welcome.dismiss')}
        </Button>
      </div>
      <ol className="grid gap-3 md:grid-cols-3">
        {steps.map((step, at) => (
          <li key={step.name}>
            <Link
              to={step.to}
              className="flex h-full flex-col gap-2 rounded-lg border border-line bg-raised p-4 shadow-sm transition-colors hover:border-accent"
            >
              <span className="flex items-center gap-2.5 font-semibold">
                <span className="grid size-6 place-items-center rounded-full bg-accent-soft text-accent-text text-sm">
                  {at + 1}
                </span>
                {t(`welcome.${step.name}`)}
              </span>
              <span className="grow text-ink-soft">{t(`welcome.${step.name}Help`)}</span>
              <ArrowRight size={16} aria-hidden className="text-accent-text" />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Overview() {
  const groups = useNavigation()
  const model = useModel()
  const filter = useDomainFilter(Object.values(model.resources)[0] as Resource)
  const listed = groups.flatMap(group => group.entries.flatMap(entry => entry.resource ?? []))
  const counts = useQueries({
    queries: listed.map(resource => {
      const scoped = resource.path !== 'folders' && resource.fields.some(field => field.name === 'folder')
      const params = scoped && filter.id ? { folder: filter.id } : scoped ? filter : {}
      return pageQuery(resource.path, params as Record<string, string>, 0, 1)
    }),
  })
  const count = (resource?: Resource) =>
    counts[listed.findIndex(one => one.path === resource?.path)]?.data?.count
  return (
    <div className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
      {groups.map(group => (
        <section key={group.name} aria-label={group.label}>
          <h2 className="mb-1 border-line border-b pb-1.5 text-base">{group.label}</h2>
          <ul>
            {group.entries.map(entry => (
              <li key={entry.to}>
                <Link
                  to={entry.to}
                  className="-mx-2 flex items-center justify-between gap-3 rounded-md px-2 py-1.5 hover:bg-hover"
                >
                  <span className="truncate">{entry.label}</span>
                  <span className="tabular text-ink-soft">{formatted(count(entry.resource))}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const formatted = (count?: number) => (count === undefined ? '' : formatNumber(count))
