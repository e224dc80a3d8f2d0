/** The head of every page: where it is, what it is called, what can be done. Sets the title of the tab too. */
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from './title'

export interface Crumb {
  label: string
  to?: string
}

interface Props {
  title: string
  crumbs?: Crumb[]
  /** A line under the title. */
  note?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

export function PageHeader({ title, crumbs = [], note, actions, children }: Props) {
  const { t } = useTranslation()
  usePageTitle(title)
  return (
    <header className="flex flex-col gap-3 px-5 pt-4 pb-3 lg:px-8 lg:pt-6">
      {crumbs.length > 0 && (
        <nav aria-label={t('nav.breadcrumbs')}>
          <ol className="flex min-w-0 flex-wrap items-center gap-1 text-ink-soft text-sm">
            {crumbs.map((crumb, at) => (
              <Fragment key={at}>
                {at > 0 && <ChevronRight size={13} aria-hidden className="shrink-0 text-ink-faint" />}
                <li className="max-w-60 truncate">
                  {crumb.to ? (
                    <Link
                      to={crumb.to}
                      className="rounded-sm underline-offset-3 hover:text-ink hover:underline"
                    >
                      {crumb.label}
                    </Link>
                  ) : (
                    crumb.label
                  )}
                </li>
              </Fragment>
            ))}
          </ol>
        </nav>
      )}
      <div className="flex items-start justify-between gap-x-6 gap-y-3 max-sm:flex-wrap">
        <div className="min-w-0 grow">
          <h1 className="break-words text-2xl">{title}</h1>
          {note && <div className="mt-1 max-w-3xl text-pretty text-ink-soft">{note}</div>}
        </div>
        {actions && (
          <div data-no-print className="flex shrink-0 items-center gap-2">
            {actions}
          </div>
        )}
      </div>
      {children}
    </header>
  )
}
