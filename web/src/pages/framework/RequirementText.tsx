/** What a framework says about a requirement: text, evidence, controls, threats, questions and what it corresponds to. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isRef, type Ref } from '@/api/model'
import { itemQuery } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { questionsQuery } from '@/questions/api'
import { to } from '@/resource/address'
import { Badge, type Tone } from '@/ui/Badge'
import { Skeleton } from '@/ui/States'
import type { GroupChip } from '../requirements/RequirementBrowser'
import { Text } from '../requirements/Text'
import type { Requirement } from '../requirements/tree'
import { mappedQuery } from './api'

interface Props {
  node: Requirement
  groups: GroupChip[]
}

const IMPORTANCE: Record<string, Tone> = { mandatory: 'warn', recommended: 'info', nice_to_have: 'neutral' }

export function RequirementText({ node, groups }: Props) {
  const { t } = useTranslation()
  const item = useQuery(itemQuery('requirement-nodes', node.id)).data
  const said = (name: string) => (typeof item?.[name] === 'string' ? (item[name] as string) : '')
  const refs = (name: string) => (Array.isArray(item?.[name]) ? (item[name] as unknown[]).filter(isRef) : [])
  const importance = said('importance')
  const inGroups = groups.filter(group => node.implementation_groups.includes(group.ref_id))
  return (
    <>
      {(importance in IMPORTANCE || inGroups.length > 0) && (
        <p className="flex flex-wrap gap-1.5">
          {importance in IMPORTANCE && (
            <Badge tone={IMPORTANCE[importance]}>{t(`framework.importance.${importance}`)}</Badge>
          )}
          {inGroups.map(group => (
            <Badge key={group.ref_id}>{group.name}</Badge>
          ))}
        </p>
      )}
      {node.description && <Text text={node.description} />}
      {!item && <Skeleton className="h-24 w-full" />}
      {said('annotation') && (
        <Part title={t('framework.guidance')}>
          <div className="text-ink-soft">
            <Text text={said('annotation')} />
          </div>
        </Part>
      )}
      {said('typical_evidence') && (
        <Part title={t('framework.evidence')}>
          <div className="text-ink-soft">
            <Text text={said('typical_evidence')} />
          </div>
        </Part>
      )}
      <Refs title={t('framework.controls')} path="reference-controls" refs={refs('reference_controls')} />
      <Refs title={t('framework.threats')} path="threats" refs={refs('threats')} />
      <Questions node={node.id} />
      {item && <MapsTo urn={String(item.urn)} />}
      {item &&
        !node.description &&
        !said('annotation') &&
        refs('reference_controls').length === 0 &&
        node.children.length === 0 && <p className="text-ink-soft">{t('framework.noText')}</p>}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-line border-t pt-3">
      <h3 className="pb-1 text-base">{title}</h3>
      {children}
    </section>
  )
}

const LINE = 'block rounded-sm py-1 text-accent-text text-sm underline-offset-3 hover:underline'

function Refs({ title, path, refs }: { title: string; path: string; refs: Ref[] }) {
  if (refs.length === 0) return null
  return (
    <Part title={title}>
      <ul>
        {refs.map(ref => (
          <li key={ref.id}>
            <Link to={to.item(path, ref.id)} className={LINE}>
              {ref.str}
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}

const RESULTS: Record<string, Tone> = {
  compliant: 'good',
  partially_compliant: 'warn',
  non_compliant: 'bad',
  not_applicable: 'neutral',
}

function Questions({ node }: { node: string }) {
  const { t } = useTranslation()
  const questions = useQuery(questionsQuery(node)).data ?? []
  if (questions.length === 0) return null
  return (
    <Part title={t('framework.questionsTitle')}>
      <ol className="flex flex-col gap-3 text-sm">
        {questions.map((question, at) => (
          <li key={question.id}>
            <p className="font-medium">
              {questions.length > 1 && `${at + 1}. `}
              {question.text}
            </p>
            {question.annotation && <p className="text-ink-soft">{question.annotation}</p>}
            {question.choices.length === 0 ? (
              <p className="text-ink-faint">{t(`framework.answers.${question.type}`)}</p>
            ) : (
              <ul className="mt-1 flex flex-col gap-1">
                {question.choices.map(choice => (
                  <li key={choice.id} className="flex items-start gap-2">
                    <span
                      aria-hidden
                      className={
                        question.type === 'multiple_choice'
                          ? 'mt-1 size-3 shrink-0 rounded-sm border border-line-strong'
                          : 'mt-1 size-3 shrink-0 rounded-full border border-line-strong'
                      }
                    />
                    <span className="min-w-0 grow">{choice.value}</span>
                    {choice.compute_result && choice.compute_result in RESULTS && (
                      <Badge tone={RESULTS[choice.compute_result]}>
                        {t(`framework.results.${choice.compute_result}`)}
                      </Badge>
                    )}
                    {choice.add_score !== null && (
                      <span className="tabular shrink-0 text-ink-faint">
                        {t('framework.points', { count: choice.add_score })}
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </Part>
  )
}

function MapsTo({ urn }: { urn: string }) {
  const { t } = useTranslation()
  const mapped = useQuery(mappedQuery(urn)).data ?? []
  if (mapped.length === 0) return null
  const frameworks = [...new Map(mapped.map(one => [one.framework.id, one.framework])).values()]
  return (
    <Part title={t('framework.mapsTo')}>
      {frameworks.map(framework => (
        <div key={framework.id} className="pb-1.5 text-sm">
          <Link to={to.item('frameworks', framework.id)} className={LINE}>
            {framework.str}
          </Link>
          <ul>
            {mapped
              .filter(one => one.framework.id === framework.id)
              .map(one => (
                <li key={one.id} className="flex items-baseline gap-2 py-0.5">
                  <span className="tabular shrink-0 text-ink-soft">{one.ref_id}</span>
                  <span className="min-w-0 grow">{one.name}</span>
                  <span className="shrink-0 text-ink-faint text-xs">
                    {t(`framework.relations.${one.relationship}`)}
                  </span>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </Part>
  )
}
