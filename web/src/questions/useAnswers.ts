import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { answersQuery, orNothing, type Question, questionsQuery } from './api'
import {
  allEntries,
  currentVersion,
  type Entry,
  entryOf,
  flush,
  type Given,
  put,
  shownFor,
  subscribe,
} from './saver'
import { answerKey, answerSubject } from './subjects'
import { visible } from './visible'

export interface Answers {
  pending: boolean
  error: Error | null
  retry: () => void
  /** All questions, and those that are asked. */
  questions: Question[]
  asked: Question[]
  /** How many of the asked ones have an answer. */
  answered: number
  given: (question: Question) => Given
  entry: (question: Question) => Entry | undefined
  set: (question: Question, given: Given, now?: boolean) => void
}

/** The questions about a requirement with their answers in an audit: `node` of the framework, `row` of the audit. */
export function useAnswers(node: string, row: string): Answers {
  const questions = useQuery(questionsQuery(node))
  const answers = useQuery({ ...answersQuery(row), enabled: (questions.data ?? []).length > 0 })
  useSyncExternalStore(subscribe, currentVersion)
  useEffect(() => () => flush(row), [row])
  const kept = (question: Question) => answers.data?.find(one => one.question === question.id)?.given ?? null
  const given = (question: Question) => shownFor(answerKey(row, question.id), kept(question))
  const all = questions.data ?? []
  const told = (question: Question) => orNothing(given(question))
  const asked = visible(all, told)
  return {
    pending: questions.isPending || answers.isLoading,
    error: questions.error ?? answers.error,
    retry: () => void (questions.error ? questions.refetch() : answers.refetch()),
    questions: all,
    asked,
    answered: asked.filter(one => told(one) !== null).length,
    given,
    entry: question => entryOf(answerKey(row, question.id)),
    set: (question, value, now) => put(answerSubject(row, question), kept(question), value, now),
  }
}

export type Saving = 'saving' | 'saved' | 'offline' | 'attention'

/** How the saving of all answers stands, or of those about one requirement; null if none was given here. */
export function useSavingState(row?: string): { state: Saving; at: string } | null {
  useSyncExternalStore(subscribe, currentVersion)
  const all = allEntries().filter(entry => !row || entry.subject.row === row)
  if (all.length === 0) return null
  const has = (...states: Entry['state'][]) => all.some(entry => states.includes(entry.state))
  const at = all.reduce((last, entry) => (entry.savedAt && entry.savedAt > last ? entry.savedAt : last), '')
  if (has('conflict', 'refused')) return { state: 'attention', at }
  if (has('offline')) return { state: 'offline', at }
  return { state: has('waiting', 'saving') ? 'saving' : 'saved', at }
}
