import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import enFirst from './en.json'
import frFirst from './fr.json'
import frModel from './fr.model.json'

type Words = { [name: string]: string | Words }

/** The words of the first load, and those that come with a page. */
const all = (first: Words, language: string): Words =>
  Object.assign(
    {},
    first,
    ...readdirSync('src/i18n/parts')
      .filter(name => name.endsWith(`.${language}.json`))
      .map(name => JSON.parse(readFileSync(`src/i18n/parts/${name}`, 'utf8'))),
  )
const en = all(enFirst, 'en')
const fr = all(frFirst, 'fr')

const keys = (words: Words, above = ''): string[] =>
  Object.entries(words).flatMap(([name, inner]) =>
    typeof inner === 'string' ? [above + name] : keys(inner, `${above}${name}.`),
  )
/** Forms of one word, for a number or before a vowel, are asked for by the word alone. */
const known = new Set(keys(en).map(key => key.replace(/_(zero|one|other|vowel)$/, '')))

const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(name => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map(name => readFileSync(`src/${name}`, 'utf8'))
  .join('\n')

const groups = Object.keys(en).join('|')
/** Keys that stand in the code; pages and steps name their words as data, so one counts wherever it stands. */
const named = new Set(
  [...source.matchAll(new RegExp(`['"]((?:${groups})(?:\\.\\w+)+)['"]`, 'g'))].map(
    match => match[1] as string,
  ),
)

/** Keys that the code puts together: how they begin, and what may follow; `true` for all that is there. */
const BUILT: Record<string, true | string[]> = {
  'seen.kinds.': true,
  'meter.': ['2', '3', '4'],
  'signInSettings.': [
    'password_min_length',
    'session_days',
    'idle_minutes',
    'invitation_days',
    'reset_minutes',
  ],
  'audit.assign.now.': true,
  'audit.assign.states.': true,
  'audit.changes.': ['added', 'changed', 'retired', 'moved'],
  'audit.changes.help.': true,
  'audit.counted.': true,
  'audit.derived.parts.': true,
  'audit.derived.reasons.': true,
  'audit.derived.relations.': true,
  'audit.reports.': true,
  'audit.results.': true,
  'audit.short.': true,
  'calendar.views.': true,
  'campaign.ask.': true,
  'campaign.did.': true,
  'campaign.step.': true,
  'compared.audit.': true,
  'compared.counts.': true,
  'compared.deeds.': true,
  'compared.direction.': true,
  'compared.kind.': true,
  'compared.measure.': true,
  'controlPlan.grains.': true,
  'controlPlan.marks.': true,
  'dashboard.': ['from', 'to'],
  'dashboard.kindHelp.': true,
  'dashboard.kinds.': true,
  'draft.add.': true,
  'draft.categories.': true,
  'draft.functions.': true,
  'draft.move.': true,
  'draft.none.': true,
  'draft.noneHelp.': true,
  'draft.one.': true,
  'draft.start.': true,
  'evidence.compare.': ['left', 'right'],
  'flags.': ['all', 'on', 'off', 'changed'],
  'exception.ask.': true,
  'exception.askHelp.': true,
  'exception.decided.': true,
  'exception.deeds.': true,
  'validation.ask.': true,
  'validation.askHelp.': true,
  'validation.decided.': true,
  'validation.deeds.': true,
  'validation.events.': true,
  'validation.kind.': true,
  'flags.groups.': true,
  'flags.list.': true,
  'framework.answers.': true,
  'framework.importance.': true,
  'framework.relations.': true,
  'framework.results.': true,
  'general.choices.': true,
  'general.list.': true,
  'general.sections.': true,
  'graph.columns.': true,
  'graph.steps.': true,
  'groups.': true,
  'history.kinds.': true,
  'import.conflicts.': true,
  'import.counts.': true,
  'import.outcomes.': true,
  'import.steps.': true,
  'import.templates.': true,
  'inbox.kindNames.': true,
  'mailTemplates.': ['subject', 'text', 'html', 'own', 'included'],
  'inbox.own.': true,
  'inbox.said.': true,
  'inbox.whens.': true,
  'jobs.states.': true,
  'library.counts.': true,
  'library.kinds.': true,
  'library.nothing.': true,
  'library.outcomes.': true,
  'library.parts.': true,
  'library.update.': ['added', 'changed', 'removed', 'moved'],
  'library.update.strategies.': true,
  'log.did.': true,
  'log.export.': true,
  'matrixEditor.begin.': true,
  'matrixEditor.kinds.': true,
  'merge.': ['mine', 'theirs', 'before'],
  'nav.': ['light', 'dark', 'system'],
  'posture.': ['controls', 'overdue', 'evidence', 'approvals'],
  'posture.nothing.': true,
  'plan.by.': true,
  'plan.cost.': true,
  'plan.due.': true,
  'plan.none.': true,
  'plan.parts.': true,
  'plan.without.': true,
  'quadrant.kindHelp.': true,
  'quadrant.kinds.': true,
  'palette.': ['recent', 'pages', 'actions'],
  'people.': ['leader', 'deputy'],
  'proposals.': ['created', 'updated', 'deleted'],
  'respond.heading.': true,
  'respond.help.': true,
  'respond.status.': true,
  'rules.actionHelp.': true,
  'rules.actions.': true,
  'rules.does.': true,
  'rules.doesAlone.': true,
  'rules.ownerHelp.': true,
  'rules.states.': true,
  'risk.ask.': true,
  'risk.askHelp.': true,
  'risk.assistant.': true,
  'risk.assistant.factors.': true,
  'risk.assistant.groups.': true,
  'risk.assistant.high.': true,
  'risk.assistant.low.': true,
  'risk.decided.': true,
  'risk.deeds.': true,
  'risk.letters.': true,
  'risk.stageHelp.': true,
  'risk.stages.': true,
  'risk.strengths.': true,
  'riskMatrix.': ['probability', 'impact'],
  'roles.known.': true,
  'roles.models.': true,
  'roles.verbs.': true,
  'seen.': ['view', 'change', 'delete'],
  'sla.anchors.': true,
  'sla.severity.': true,
  'start.': ['audit.name', 'domain.name', 'objects.name', 'finding.name', 'webhook.name'],
  'start.audit.deeds.': true,
  'start.common.': true,
  'time.choices.': true,
  'time.units.': true,
  'timeline.': ['quarter', 'year', 'years'],
  'timeline.legend.': true,
  'translations.': true,
  'units.': ['d', 'h', 'min', 's', 'days', 'years'],
  'units.levels.': true,
  'units.names.': true,
  'vulnerability.since.': true,
  'webhooks.empty.': ['endpoint', 'endpointHelp', 'secret', 'secretHelp', 'test', 'testHelp'],
  'webhooks.events.': ['created', 'updated', 'deleted'],
  'webhooks.health.': true,
  'webhooks.log.why.': true,
  'webhooks.outcomes.': true,
  'webhooks.payload.': ['full', 'fullHelp', 'thin', 'thinHelp'],
  'webhooks.replay.': ['both', 'failed', 'missed', 'hour', 'day', 'week'],
  'webhooks.sign.': true,
  'webhooks.states.': true,
  'work.group.': true,
  'work.scope.': true,
  'smtp.': ['host', 'user', 'from', 'site_url'],
  'smtp.securities.': true,
  'workload.': ['people', 'teams', 'domains'],
  'workload.parts.': true,
  'xray.count.': true,
  'xray.severity.': true,
}

test('no page has words under a name that the first load has', () => {
  const names = readdirSync('src/i18n/parts')
    .filter(name => name.endsWith('.en.json'))
    .flatMap(name => Object.keys(JSON.parse(readFileSync(`src/i18n/parts/${name}`, 'utf8'))))
  expect(names.filter((name, at) => name in enFirst || names.indexOf(name) !== at)).toEqual([])
})

test('both languages have the same words', () => {
  expect(keys(fr).sort()).toEqual(keys(en).sort())
})

test('every word that the code asks for exists', () => {
  const parts = Object.entries(BUILT).flatMap(([begin, ends]) =>
    ends === true ? [] : ends.map(end => begin + end),
  )
  expect([...named, ...parts].filter(key => !known.has(key))).toEqual([])
})

test('every word is used', () => {
  const isBuilt = (key: string) =>
    Object.entries(BUILT).some(
      ([begin, ends]) => key.startsWith(begin) && (ends === true || ends.includes(key.slice(begin.length))),
    )
  expect([...known].filter(key => !named.has(key) && !isBuilt(key))).toEqual([])
})

test('keys that are put together are declared, and no others', () => {
  const begins = [...source.matchAll(new RegExp(`\`((?:${groups})\\.[\\w.]*)\\$\\{`, 'g'))].map(
    match => match[1],
  )
  expect([...new Set(begins)].sort()).toEqual(Object.keys(BUILT).sort())
})

test('French says “create” with an article, whatever is created', () => {
  const all: Record<string, { name?: string; one?: string }> = frModel.resources
  const bare = Object.entries(all).filter(([, { name, one }]) => name && !/^(une?|des) /.test(one ?? ''))
  expect(bare.map(([path]) => path)).toEqual([])
})

test('French breaks no line before its punctuation, and has one kind of apostrophe', () => {
  const texts = (words: Words): string[] =>
    Object.values(words).flatMap(inner => (typeof inner === 'string' ? [inner] : texts(inner)))
  // What is in backticks is code.
  const loose = [...texts(fr), ...texts(frModel)].filter(text =>
    /[ \u00a0][;!?]|\u202f:| (?:[:%»](?=\s|$|[.,)])|»)|« |«(?!\u00a0\S)|[\u00a0\u202f]{2}|'/.test(
      text.replaceAll(/`[^`]*`/g, ''),
    ),
  )
  expect(loose).toEqual([])
})
