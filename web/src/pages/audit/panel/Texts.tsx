/** What the framework says: the requirement, guidance, typical evidence. */
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { isRef, type Ref } from '@/api/model'
import { itemQuery } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { Skeleton } from '@/ui/States'
import type { Node } from '../model/tree'

const Markdown = lazy(() => import('@/resource/value/Markdown'))

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
const refs = (value: unknown): Ref[] => (Array.isArray(value) ? value.filter(isRef) : [])

interface Props {
  node: Node
  /** For a room to read. */
  large?: boolean
  /** Whether guidance is asked for already. */
  settled?: boolean
}

export function Texts({ node, large, settled = true }: Props) {
  const { t } = useTranslation()
  const found = useQuery({
    ...itemQuery('requirement-nodes', node.id),
    staleTime: 5 * 60_000,
    enabled: settled,
  })
  const [annotation, typical] = [text(found.data?.annotation), text(found.data?.typical_evidence)]
  const suggested = [...refs(found.data?.reference_controls), ...refs(found.data?.threats)]
  const description = node.name
    ? text(node.description)
    : text(node.description).split('\n').slice(1).join('\n')
  return (
    <div className="flex flex-col gap-2.5 py-3.5">
      {description && (
        <div className={large ? 'max-w-[66ch] text-lg leading-relaxed' : 'text-sm'}>
          <Words text={description} />
        </div>
      )}
      {found.isPending && <Skeleton className="h-4 w-2/5" />}
      {(annotation || typical || suggested.length > 0) && (
        <details open className="group/guide text-sm">
          <summary className="flex list-none items-center gap-1.5 font-semibold">
            <ChevronRight
              size={14}
              aria-hidden
              className="text-ink-faint transition-transform group-open/guide:rotate-90"
            />
            {t('audit.guidance')}
          </summary>
          <div className="mt-1.5 flex max-w-[66ch] flex-col gap-2 text-ink-soft">
            {annotation && <Words text={annotation} />}
            {typical && (
              <div>
                <h4 className="font-medium text-ink text-xs">{t('audit.typical')}</h4>
                <Typical text={typical} />
              </div>
            )}
            {suggested.length > 0 && (
              <div>
                <h4 className="font-medium text-ink text-xs">{t('audit.suggested')}</h4>
                <ul className="list-disc pl-4">
                  {suggested.map(one => (
                    <li key={one.id}>{one.str}</li>
                  ))}
                </ul>
              </div>
            )}
          </div>
        </details>
      )}
    </div>
  )
}

/** A line each; some libraries write them as a list already. */
function Typical({ text }: { text: string }) {
  const lines = text.split('\n').flatMap(line => line.trim().replace(/^[-*•]\s+/, '') || [])
  if (lines.length < 2) return <Words text={text} />
  return (
    <ul className="list-disc pl-4">
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function Words({ text }: { text: string }) {
  return (
    <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
      <Markdown text={text} />
    </Suspense>
  )
}
