/** The start page of the settings: every section with its pages, and what each is for. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from '@/i18n/react'
import { useNavigation } from '@/shell/navigation'
import { PageHeader } from '@/shell/PageHeader'

export default function Overview() {
  const { t } = useTranslation()
  const sections = useNavigation().filter(group => group.settings)
  return (
    <>
      <PageHeader title={t('settings.title')} note={t('settings.note')} />
      <div className="grid max-w-6xl items-start gap-5 px-5 pt-2 pb-10 md:grid-cols-2 lg:px-8">
        {sections.map(({ name, label, icon: Icon, entries }) => (
          <section key={name} aria-labelledby={name} className="rounded-lg border border-line bg-raised">
            <h2
              id={name}
              className="flex items-center gap-2 border-line border-b px-4 py-3 font-semibold text-base"
            >
              <Icon size={16} aria-hidden className="text-ink-faint" /> {label}
            </h2>
            <ul className="p-1.5">
              {entries.map(entry => (
                <li key={entry.to}>
                  <Link
                    to={entry.to}
                    className="block rounded-md px-2.5 py-2 transition-colors hover:bg-hover"
                  >
                    <span className="font-medium">{entry.label}</span>
                    {entry.note && (
                      <span className="block text-pretty text-ink-soft text-sm">{entry.note}</span>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
