/** The result and the score, where the audit lets respondents choose them and answers don't decide them. */
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslation } from '@/i18n/react'
import { ChoiceList } from '@/questions/ChoiceList'
import { Problem } from '@/questions/Problem'
import { currentVersion, entryOf, type Given, put, shownFor, subscribe } from '@/questions/saver'
import { fieldKey, fieldSubject } from '@/questions/subjects'
import { treeQuery } from '../audit/api'
import { RESULTS, type Result, type Told, withChange } from '../audit/model/tree'
import { ResultWord, useResultWords } from '../audit/ResultMark'
import { ScoreControl } from '../audit/ScoreControl'
import { rangeOf } from '../audit/work'
import { accessTo } from './api'
import type { Item } from './items'
import type { Questionnaire } from './useQuestionnaire'

const CHOICES = RESULTS.filter(one => one !== 'not_assessed')

export function Assessed({ all, item }: { all: Questionnaire; item: Item }) {
  const { t } = useTranslation()
  const words = useResultWords()
  const client = useQueryClient()
  useSyncExternalStore(subscribe, currentVersion)
  const { audit, open } = all
  const { node, row } = item
  const result = shownFor(fieldKey(row, 'result'), node.result) as Result | null
  const score = shownFor(fieldKey(row, 'score'), node.is_scored ? node.score : null) as number | null
  const access = (field: 'result' | 'score') =>
    open && !item.decided ? accessTo(audit, field) : accessTo(audit, field) === 'hidden' ? 'hidden' : 'read'
  const show = (change: Partial<Told>) => {
    const { queryKey } = treeQuery(audit.id)
    void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, tree => tree && withChange(tree, node.id, change))
  }
  const setResult = (given: Result) => {
    const onSaved = (now: Given) => show({ result: now as Result })
    put(fieldSubject(row, 'result', { onSaved }), node.result, given, true)
  }
  const setScore = (given: number | null) => {
    const more = (now: Given) => ({ is_scored: now !== null })
    const onSaved = (now: Given) => show({ score: now as number | null, is_scored: now !== null })
    put(fieldSubject(row, 'score', { more, onSaved }), node.score, given, true)
  }
  const problem = (field: 'result' | 'score', say: (given: Given) => string) => {
    const entry = entryOf(fieldKey(row, field))
    return entry && <Problem entry={entry} theirs={say(entry.theirs ?? null)} />
  }
  return (
    <>
      {access('result') === 'edit' ? (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 font-medium text-lg">{t('respond.result')}</legend>
          <ChoiceList
            large
            options={CHOICES.map(one => ({ id: one, label: words.full(one) }))}
            chosen={result ? [result] : []}
            onToggle={id => setResult(id as Result)}
          />
          {problem('result', given => words.full((given ?? 'not_assessed') as Result))}
        </fieldset>
      ) : (
        access('result') === 'read' &&
        result !== null &&
        result !== 'not_assessed' && (
          <div>
            <p className="font-medium">{t('audit.result')}</p>
            <ResultWord result={result} />
          </div>
        )
      )}
      {access('score') === 'edit' ? (
        <div className="flex flex-col gap-2">
          <ScoreControl large score={score} {...rangeOf(node, audit)} onSet={setScore} />
          {problem('score', String)}
        </div>
      ) : (
        access('score') === 'read' &&
        score !== null && (
          <p>
            <span className="font-medium">{t('audit.score')}</span> <span className="tabular">{score}</span>
          </p>
        )
      )}
    </>
  )
}
