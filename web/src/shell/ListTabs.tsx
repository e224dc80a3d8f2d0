/** Lists that share one line of the navigation, as tabs: evidence and its revisions. */
import { Link } from '@tanstack/react-router'
import { type Resource, useModel } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'

export function ListTabs({ resource }: { resource: Resource }) {
  const { t } = useTranslation()
  const model = useModel()
  const labels = useLabels()
  const primary = resource.beside ?? resource.path
  const paths = model.modules.find(module => module.name === resource.module)?.resources ?? []
  const beside = paths.filter(path => model.resources[path]?.beside === primary)
  if (beside.length === 0) return null
  return (
    <nav
      aria-label={t('nav.related')}
      data-no-print
      className="-mx-5 overflow-x-auto border-line border-b px-2.5 lg:-mx-8 lg:px-5.5"
    >
      <ul className="-mb-px flex gap-1">
        {[primary, ...beside].flatMap(path => {
          const one = model.resources[path]
          const here = path === resource.path
          if (!one) return []
          return (
            <li key={path}>
              <Link
                to={`/${path}`}
                aria-current={here ? 'page' : undefined}
                className={cn(
                  'block whitespace-nowrap border-b-2 px-2.5 pt-1.5 pb-2 outline-offset-[-2px] transition-colors',
                  here
                    ? 'border-accent font-medium text-ink'
                    : 'border-transparent text-ink-soft hover:text-ink',
                )}
              >
                {labels.plural(one)}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
