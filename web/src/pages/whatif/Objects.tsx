/** Everything that differs from the present, record by record and field by field. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { DRAFT } from '@/api/draft'
import { useModel } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { Section } from '@/resource/detail/Section'
import { Changes } from '@/resource/journal/Change'
import { Badge, type Tone } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Empty } from '@/ui/States'
import type { ComparedObject, Comparison } from './api'

const SHOWN = 25
const TONES: Record<ComparedObject['kind'], Tone> = { created: 'good', updated: 'info', deleted: 'bad' }

export default function Objects({ draft, comparison }: { draft: string; comparison: Comparison }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  const [all, setAll] = useState(false)
  const { objects, truncated } = comparison
  if (objects.length === 0) return <Empty title={t('compared.noObjects')} />
  const shown = all ? objects : objects.slice(0, SHOWN)
  const groups = [...new Set(shown.map(one => one.resource))]
  return (
    <div className="flex max-w-5xl flex-col gap-7 overflow-y-auto px-5 py-5 lg:px-8">
      {groups.map(path => {
        const resource = model.resources[path]
        return (
          <Section key={path} title={resource ? labels.plural(resource) : labels.pluralOf(path)}>
            <ul>
              {shown
                .filter(one => one.resource === path)
                .map(one => (
                  <li key={one.id} className="flex flex-col gap-2 border-line border-t py-3">
                    <h3 className="flex min-w-0 flex-wrap items-center gap-2">
                      <Badge tone={TONES[one.kind]}>{t(`compared.kind.${one.kind}`)}</Badge>
                      {one.kind === 'deleted' ? (
                        <span className="font-medium line-through">{one.str}</span>
                      ) : (
                        <Link
                          to={to.item(path, one.id)}
                          search={{ [DRAFT]: draft } as never}
                          className="min-w-0 break-words rounded-sm font-medium underline-offset-3 hover:underline"
                        >
                          {one.str}
                        </Link>
                      )}
                    </h3>
                    <Changes resource={resource} id={one.id} kind={one.kind} changes={one.changes} />
                  </li>
                ))}
            </ul>
          </Section>
        )
      })}
      {shown.length < objects.length && (
        <Button className="self-start" onClick={() => setAll(true)}>
          {t('compared.showAll', { count: objects.length })}
        </Button>
      )}
      {truncated && <p className="text-ink-soft">{t('compared.truncated', { count: objects.length })}</p>}
    </div>
  )
}
