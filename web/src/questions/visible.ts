/** Which questions are asked: one that depends on another is, once that one has one of the expected answers. */
import { type DependsOn, hasChoices, type Question } from './api'
import type { Given } from './saver'

/** A question that depends on itself, directly or through others, is never asked. */
export function visible(questions: Question[], given: (question: Question) => Given): Question[] {
  const byUrn = new Map(questions.map(one => [one.urn.toLowerCase(), one]))
  const known = new Map<string, boolean>()
  const isAsked = (question: Question): boolean => {
    const before = known.get(question.id)
    if (before !== undefined) return before
    const on = question.depends_on
    // Hidden until shown otherwise, so that circles end.
    known.set(question.id, !on)
    if (!on) return true
    const other = byUrn.get(on.question.toLowerCase())
    const answer = other && isAsked(other) ? given(other) : null
    const asked = !!other && answer !== null && isMet(on, other, answer)
    known.set(question.id, asked)
    return asked
  }
  return questions.filter(isAsked)
}

function isMet(on: DependsOn, other: Question, given: Given): boolean {
  if (on.answers.length === 0) return true
  const expected = on.answers.map(word => expectedIn(other, word)).filter(one => one !== null)
  if (expected.length === 0) return false
  const has = (one: string | number | boolean) =>
    Array.isArray(given) ? given.includes(String(one)) : given === one
  return on.condition === 'all' ? expected.every(has) : expected.some(has)
}

/** An expected answer: a choice by its URN, or what stands in the file as text. */
function expectedIn(other: Question, word: string): string | number | boolean | null {
  if (hasChoices(other.type))
    return other.choices.find(choice => choice.urn.toLowerCase() === word.toLowerCase())?.id ?? null
  if (other.type === 'number') return word.trim() === '' || Number.isNaN(Number(word)) ? null : Number(word)
  if (other.type === 'boolean') return word === 'true' ? true : word === 'false' ? false : null
  return word
}
