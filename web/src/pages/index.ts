/**
 * What is made by hand, in one place.
 *
 * `pages` are pages of their own, by address. `overrides` add to the generic pages of a resource:
 * other ways to see its list, tabs of its detail page, something under its fields. A resource that
 * is not named here has all its pages all the same. Everything is loaded when it is first shown.
 */
import {
  CalendarClock,
  CalendarDays,
  ClipboardCheck,
  Gauge,
  House,
  LogIn,
  type LucideIcon,
  Mail,
  MailOpen,
  SlidersHorizontal,
  ToggleRight,
  UsersRound,
} from 'lucide-react'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Resource, Row } from '@/api/model'
import { withWords } from '@/i18n/parts'
import type { ControlProps } from '@/resource/form/Control'
import { ahead } from './audit/ahead'

/** Where people set their password, with a link and without being signed in. */
export const PASSWORD_LINK = '/reset-password'

export interface Page {
  path: string
  /** Key of its title in the words of the interface; also its name in the navigation and the palette. */
  title: string
  /** The module, or the section of the settings, that it stands in; left out when it has its own place. */
  module?: string
  icon?: LucideIcon
  /** Key of the words that say what it is for, where pages are listed. */
  note?: string
  /** The resource it is about: who may not see that does not see the page in the navigation. */
  needs?: string
  /** Whether the navigation starts collapsed, since the page needs the width. */
  wide?: boolean
  /** Whether it stands alone, without navigation: for people who come to do one thing. */
  alone?: boolean
  load: () => Promise<{ default: ComponentType }>
  /** Requests what the page shows while the page itself is being loaded; at once, since the start waits for what was asked. */
  ahead?: (id: string) => void
}

export interface DetailProps {
  resource: Resource
  row: Row
}
export interface ListProps {
  resource: Resource
  /** The filters of the list as the API takes them, the domain included. */
  params: Record<string, string>
}

export interface ExtraColumn {
  name: string
  title: string
  width: number
  view: LazyExoticComponent<ComponentType<{ row: Row }>>
}

export interface Override {
  /** Other ways to see the list, chosen with `?layout=name`. */
  layouts?: { name: string; title: string; view: LazyExoticComponent<ComponentType<ListProps>> }[]
  /** More tabs on the detail page. */
  tabs?: {
    name: string
    title: string
    /** The action that it shows the answer of; without that there is no tab. */
    needs?: string
    view: LazyExoticComponent<ComponentType<DetailProps>>
  }[]
  /** Shown over the description on the detail page: what the object is about. */
  above?: LazyExoticComponent<ComponentType<DetailProps>>
  /** Shown under the description on the detail page. */
  below?: LazyExoticComponent<ComponentType<DetailProps>>
  /** Shown under the related lists on the detail page. */
  after?: LazyExoticComponent<ComponentType<DetailProps>>
  /** Fields and calculated values that the page shows in a way of its own. */
  without?: string[]
  /** Columns of the list until the person chooses others. */
  columns?: string[]
  /** Fields that the server fills: a new object has nothing in them until someone writes. */
  automatic?: string[]
  /** Fields that are set on the page of the object, and not in its form. */
  elsewhere?: string[]
  /** Fields that have an editor of their own in forms. */
  controls?: Record<string, LazyExoticComponent<ComponentType<ControlProps>>>
  /** Numbers that stand for a name, and what tells it: in changes, by the id of the object. */
  values?: Record<string, LazyExoticComponent<ComponentType<{ id: string; name: string; value: number }>>>
  /**
   * Fields that are changed on the page of an existing object, where it is shown first what that changes: the words of the
   * link there, and the value of `?open=`.
   */
  onPage?: Record<string, { words: string; open: string }>
  /** Fields whose change has consequences, with the key of the words that say so before it is saved. */
  consequences?: Record<string, string>
  /** What stands for an object in its list, in place of its name alone. */
  face?: LazyExoticComponent<ComponentType<{ row: Row }>>
  /** Charts of what the list shows, over it, for who wants to see them. */
  charts?: LazyExoticComponent<ComponentType<ListProps>>
  /** Whether its list offers to start a what-if: people ask what would be if these were different. */
  whatIf?: boolean
  /** In place of the list while there is nothing in it: what it is for, and how to begin. */
  empty?: LazyExoticComponent<ComponentType<{ resource: Resource }>>
  /** Columns made by hand; they stand after the name. */
  extra?: ExtraColumn[]
}

/** Drafts of libraries look like the libraries they become. */
const drafts = <T>(load: () => Promise<T>) => withWords('library', withWords('draft', load))

/** Risks are shown on their matrix. */
const risks = <T>(load: () => Promise<T>) => withWords('library', withWords('risk', load))
const matrices = <T>(load: () => Promise<T>) => withWords('library', withWords('matrix', load))

/** A page at the address of a resource stands in for the generic one, under that resource's name. */
export const pages: Page[] = [
  {
    path: '/',
    title: 'nav.home',
    module: 'overview',
    icon: House,
    load: withWords('posture', () => import('./home/Home')),
  },
  { path: '/my-work', title: 'work.mine', load: withWords('mywork', () => import('./my-work/MyWork')) },
  { path: '/notifications', title: 'nav.inbox', load: withWords('inbox', () => import('./inbox/Inbox')) },
  {
    path: '/calendar',
    title: 'nav.calendar',
    module: 'overview',
    icon: CalendarDays,
    load: withWords('calendar', () => import('./calendar/Calendar')),
  },
  {
    path: '/workload',
    title: 'nav.workload',
    module: 'overview',
    icon: UsersRound,
    needs: 'task-templates',
    load: withWords('tasks', () => import('./tasks/Workload')),
  },
  {
    path: '/questionnaires',
    title: 'nav.questionnaires',
    module: 'compliance',
    icon: ClipboardCheck,
    needs: 'requirement-assignments',
    load: withWords('respond', () => import('./respond/MyQuestionnaires')),
  },
  {
    path: '/questionnaires/$id',
    title: 'nav.questionnaires',
    alone: true,
    load: withWords(
      'respond',
      withWords(
        'questions',
        withWords('audit', () => import('./respond/QuestionnairePage')),
      ),
    ),
  },
  { path: '/settings', title: 'settings.title', load: () => import('./settings/Overview') },
  {
    path: '/settings/general',
    title: 'general.title',
    module: 'instance',
    icon: SlidersHorizontal,
    note: 'general.note',
    needs: 'settings/global',
    load: () => import('./settings/General'),
  },
  {
    path: '/settings/feature-flags',
    title: 'flags.title',
    module: 'instance',
    icon: ToggleRight,
    note: 'flags.note',
    needs: 'settings/global',
    load: () => import('./settings/FeatureFlags'),
  },
  {
    path: '/settings/vulnerability-sla',
    title: 'sla.title',
    module: 'instance',
    icon: CalendarClock,
    note: 'sla.note',
    needs: 'vulnerabilities',
    load: () => import('./settings/VulnerabilitySla'),
  },
  {
    path: '/settings/mail',
    title: 'mail.title',
    module: 'instance',
    icon: Mail,
    note: 'mail.note',
    needs: 'settings/global',
    load: withWords('smtp', () => import('./settings/Mail')),
  },
  {
    path: '/settings/mail-templates',
    title: 'mail.templates',
    module: 'instance',
    icon: MailOpen,
    note: 'mail.templatesNote',
    needs: 'settings/global',
    load: withWords(
      'inbox',
      withWords('mailTemplates', () => import('./settings/mail-templates/MailTemplates')),
    ),
  },
  {
    path: '/settings/sign-in',
    title: 'signInPages.title',
    module: 'instance',
    icon: LogIn,
    note: 'signInPages.note',
    needs: 'settings/global',
    load: withWords('account', () => import('./settings/SignIn')),
  },
  {
    path: '/reset-password',
    title: 'session.forgot',
    alone: true,
    load: withWords('account', () => import('./account/PasswordLinkPage')),
  },
  {
    path: '/webhooks/endpoints',
    title: 'webhooks.title',
    load: withWords('webhooks', () => import('./webhooks/Endpoints')),
  },
  {
    path: '/webhooks/endpoints/new',
    title: 'webhooks.new',
    load: withWords('webhooks', () => import('./webhooks/form/EndpointForm')),
  },
  {
    path: '/webhooks/endpoints/$id',
    title: 'webhooks.title',
    load: withWords('webhooks', () => import('./webhooks/EndpointPage')),
  },
  {
    path: '/webhooks/endpoints/$id/edit',
    title: 'webhooks.title',
    load: withWords('webhooks', () => import('./webhooks/form/EndpointForm')),
  },
  {
    path: '/users/new',
    title: 'people.newTitle',
    load: withWords('account', () => import('./access/NewUser')),
  },
  {
    path: '/users/$id',
    title: 'people.title',
    load: withWords('account', () => import('./access/UserPage')),
  },
  { path: '/user-groups/$id', title: 'people.groups', load: () => import('./access/GroupPage') },
  { path: '/roles', title: 'roles.title', load: () => import('./access/Roles') },
  { path: '/roles/new', title: 'roles.newTitle', load: () => import('./access/RolePage') },
  { path: '/roles/$id', title: 'roles.title', load: () => import('./access/RolePage') },
  { path: '/roles/$id/edit', title: 'roles.title', load: () => import('./access/RolePage') },
  { path: '/role-assignments', title: 'access.title', load: () => import('./access/Assignments') },
  { path: '/log-entries', title: 'log.title', load: () => import('./journal/Journal') },
  { path: '/log-entries/$id', title: 'log.title', load: () => import('./journal/EntryPage') },
  {
    path: '/stored-libraries',
    title: 'library.title',
    load: drafts(() => import('./library/LibraryPage')),
  },
  {
    path: '/stored-libraries/$id',
    title: 'library.title',
    load: withWords('library', () => import('./library/LibraryDetail')),
  },
  { path: '/library-drafts/new', title: 'library.title', load: drafts(() => import('./draft/NewLibrary')) },
  {
    path: '/library-drafts/$id',
    title: 'library.title',
    wide: true,
    load: drafts(() => import('./draft/DraftPage')),
  },
  {
    path: '/library-drafts/$id/edit',
    title: 'library.title',
    load: drafts(() => import('./draft/DraftPage')),
  },
  { path: '/loaded-libraries', title: 'library.title', load: () => import('./library/LoadedLibrary') },
  { path: '/loaded-libraries/$id', title: 'library.title', load: () => import('./library/LoadedLibrary') },
  {
    path: '/compliance-assessments/new',
    title: 'audit.title',
    load: withWords('audit', () => import('./audit/NewAudit')),
  },
  { path: '/requirement-assessments/$id', title: 'audit.title', load: () => import('./audit/ToRequirement') },
  {
    path: '/compliance-assessments/$id',
    title: 'audit.title',
    wide: true,
    load: withWords('audit', () => import('./audit/AuditPage')),
    ahead,
  },
  {
    path: '/campaigns/new',
    title: 'campaign.create',
    load: withWords(
      'audit',
      withWords('campaign', () => import('./campaign/NewCampaign')),
    ),
  },
  {
    path: '/campaigns/$id',
    title: 'campaign.audits',
    load: withWords(
      'audit',
      withWords('campaign', () => import('./campaign/CampaignPage')),
    ),
  },
  {
    path: '/metrology/dashboards',
    title: 'dashboard.included',
    load: withWords('dashboards', () => import('./dashboards/Dashboards')),
  },
  {
    path: '/metrology/dashboards/$id',
    title: 'dashboard.included',
    load: withWords('dashboards', () => import('./dashboards/DashboardPage')),
  },
  {
    path: '/report-templates',
    title: 'templates.list',
    load: withWords('templates', () => import('./templates/Templates')),
  },
  {
    path: '/risk-overview',
    title: 'risks.overview',
    module: 'risk',
    icon: Gauge,
    needs: 'risk-scenarios',
    load: risks(() => import('./risk/RiskOverview')),
  },
  {
    path: '/risk-assessments/$id',
    title: 'risk.assessment',
    wide: true,
    load: risks(() => import('./risk/AssessmentPage')),
  },
  { path: '/what-if-drafts/new', title: 'whatIf.start', load: () => import('./whatif/NewWhatIf') },
  {
    path: '/what-if-drafts/$id',
    title: 'whatIf.title',
    load: withWords(
      'whatif',
      risks(() => import('./whatif/ComparisonPage')),
    ),
  },
  {
    path: '/risk-matrices/new',
    title: 'matrixEditor.title',
    load: matrices(() => import('./matrix/NewMatrix')),
  },
  { path: '/rules/new', title: 'nav.rules', load: withWords('rules', () => import('./rules/RuleForm')) },
  {
    path: '/rules/$id/edit',
    title: 'nav.rules',
    load: withWords('rules', () => import('./rules/RuleForm')),
  },
  { path: '/profile', title: 'profile.title', load: withWords('account', () => import('./profile/Profile')) },
]

const cell = (name: 'PersonFace' | 'PersonAccess' | 'GroupFace' | 'GroupAccess' | 'GroupMembers') =>
  lazy(async () => ({ default: (await import('./access/cells'))[name] }))

const charts = (name: 'ControlsCharts' | 'FindingsCharts' | 'EvidenceCharts') =>
  lazy(async () => ({ default: (await import('./charts/ListCharts'))[name] }))

/** Ratings by the names of their matrix. */
const rated = lazy(risks(() => import('./risk/RatedValue')))
const RATINGS = ['inherent', 'current', 'residual'].flatMap(stage =>
  ['proba', 'impact', 'level'].map(part => `${stage}_${part}`),
)

/** What becomes of what is severe, for what has a severity and a status. */
const flow = {
  name: 'flow',
  title: 'list.flow',
  view: lazy(withWords('spread', () => import('./spread/FlowChart'))),
}

const meets = lazy(
  withWords(
    'audit',
    withWords('control', () => import('./control/Meets')),
  ),
)

const ruleCell = (name: 'Watches' | 'OnOff') =>
  lazy(withWords('rules', async () => ({ default: (await import('./rules/cells'))[name] })))

export const overrides: Record<string, Override> = {
  rules: {
    columns: ['name', 'severity', 'matches', 'last_run_at', 'owner'],
    extra: [
      { name: 'watches', title: 'rulesList.watches', width: 170, view: ruleCell('Watches') },
      { name: 'on', title: 'rulesList.on', width: 90, view: ruleCell('OnOff') },
    ],
    above: lazy(withWords('rules', () => import('./rules/RuleAbove'))),
    below: lazy(withWords('rules', () => import('./rules/Matches'))),
    empty: lazy(withWords('rules', () => import('./rules/NoRules'))),
  },
  'rule-matches': {
    columns: ['object', 'reason', 'rule', 'severity', 'state', 'opened_at'],
    above: lazy(withWords('rules', () => import('./rules/MatchAbove'))),
  },
  users: {
    face: cell('PersonFace'),
    extra: [{ name: 'access', title: 'people.access', width: 400, view: cell('PersonAccess') }],
    columns: ['email', 'is_active', 'created_at'],
  },
  'user-groups': {
    face: cell('GroupFace'),
    extra: [
      { name: 'members', title: 'people.members', width: 190, view: cell('GroupMembers') },
      { name: 'gives', title: 'people.givesShort', width: 300, view: cell('GroupAccess') },
    ],
    columns: ['name', 'folder'],
  },
  teams: {
    below: lazy(() => import('./access/TeamPeople')),
    without: ['leader', 'deputies', 'members'],
    columns: ['name', 'leader', 'members', 'folder'],
  },
  assets: {
    layouts: [
      {
        name: 'map',
        title: 'assetMap.title',
        view: lazy(withWords('graph', () => import('./graph/AssetsGraph'))),
      },
    ],
    tabs: [
      {
        name: 'map',
        title: 'assetMap.title',
        view: lazy(withWords('graph', () => import('./graph/AssetSurroundings'))),
      },
    ],
    below: lazy(() => import('./assets/Needs')),
  },
  'applied-controls': {
    layouts: [
      { name: 'board', title: 'board.title', view: lazy(() => import('./board/ControlsBoard')) },
      { name: 'timeline', title: 'timeline.title', view: lazy(() => import('./timeline/Timeline')) },
      {
        name: 'impact',
        title: 'list.impact',
        view: lazy(withWords('quadrant', () => import('./quadrant/Quadrant'))),
      },
    ],
    after: meets,
    charts: charts('ControlsCharts'),
    whatIf: true,
  },
  policies: { after: meets },
  findings: {
    columns: ['ref_id', 'name', 'severity', 'status', 'owner', 'due_date'],
    layouts: [
      { name: 'board', title: 'board.title', view: lazy(() => import('./board/FindingsBoard')) },
      flow,
    ],
    below: lazy(() => import('./findings/Threatens')),
    charts: charts('FindingsCharts'),
  },
  'compliance-assessments': {
    columns: ['name', 'framework', 'status', 'due_date', 'authors', 'folder'],
    extra: [
      {
        name: 'audit_progress',
        title: 'audits.progress',
        width: 180,
        view: lazy(() => import('./audit/ProgressCell')),
      },
    ],
  },
  campaigns: {
    columns: ['name', 'status', 'due_date', 'frameworks', 'folder'],
    extra: [
      {
        name: 'campaign_progress',
        title: 'audits.progress',
        width: 180,
        view: lazy(() => import('./campaign/CampaignProgress')),
      },
    ],
  },
  'requirement-assessments': {
    columns: [
      'requirement',
      'result',
      'score',
      'status',
      'observation',
      'applied_controls',
      'evidences',
      'due_date',
    ],
  },
  'webhooks/audit-sinks': { consequences: { url: 'form.repointed' } },
  proposals: {
    above: lazy(() => import('./proposals/Decision')),
    without: [
      'body',
      'changes',
      'note',
      'reason',
      'kind',
      'change_count',
      'resource',
      'object_id',
      'method',
      'request_path',
      'etag',
      'author_label',
      'decided_by_label',
    ],
    columns: ['name', 'status', 'author', 'note', 'created_at'],
  },
  jobs: {
    above: lazy(() => import('./jobs/JobAbove')),
    without: ['state', 'progress', 'step', 'error', 'file', 'kind'],
    columns: ['name', 'state', 'progress', 'requested_by', 'due_at', 'ended_at', 'error'],
  },
  'library-drafts': {
    columns: ['name', 'packager', 'ref_id', 'last_published_version', 'updated_at'],
  },
  folders: {
    tabs: [
      {
        name: 'xray',
        title: 'detail.xray',
        needs: 'quality_check',
        view: lazy(withWords('xray', () => import('./xray/XrayPanel'))),
      },
    ],
  },
  'risk-assessments': {
    columns: ['ref_id', 'name', 'status', 'risk_scenarios_count', 'authors', 'due_date', 'folder'],
    elsewhere: ['risk_tolerance'],
    onPage: { risk_matrix: { words: 'risks.changeMatrix', open: 'matrix' } },
  },
  'risk-scenarios': {
    above: lazy(risks(() => import('./risk/ScenarioStory'))),
    columns: ['ref_id', 'name', 'treatment', 'owner', 'risk_assessment', 'folder'],
    extra: [
      {
        name: 'risk_levels',
        title: 'risks.levels',
        width: 270,
        view: lazy(risks(() => import('./risk/LevelsCell'))),
      },
    ],
    elsewhere: [
      'inherent_proba',
      'inherent_impact',
      'current_proba',
      'current_impact',
      'residual_proba',
      'residual_impact',
    ],
    values: Object.fromEntries(RATINGS.map(name => [name, rated])),
    controls: { strength_of_knowledge: lazy(risks(() => import('./risk/StrengthControl'))) },
  },
  'risk-acceptances': {
    above: lazy(risks(() => import('./risk/AcceptanceDecision'))),
    columns: ['name', 'state', 'approver', 'expiry_date', 'risk_scenarios', 'folder'],
    elsewhere: ['submit'],
  },
  vulnerabilities: {
    layouts: [
      {
        name: 'treemap',
        title: 'list.treemap',
        view: lazy(withWords('spread', () => import('./spread/Treemap'))),
      },
      flow,
    ],
    above: lazy(withWords('vulnerability', () => import('./vulnerabilities/Countdown'))),
    extra: [
      {
        name: 'time_left',
        title: 'sla.left',
        width: 140,
        view: lazy(() => import('./vulnerabilities/TimeLeft')),
      },
    ],
    columns: ['ref_id', 'name', 'severity', 'status', 'assets', 'folder'],
  },
  'security-exceptions': {
    above: lazy(withWords('exception', () => import('./exception/Decision'))),
    columns: ['ref_id', 'name', 'status', 'severity', 'approver', 'expiration_date', 'folder'],
  },
  'validation-flows': {
    above: lazy(withWords('validation', () => import('./validation/Decision'))),
    below: lazy(withWords('validation', () => import('./validation/Steps'))),
    columns: ['ref_id', 'status', 'linked_models', 'requester', 'approver', 'validation_deadline', 'folder'],
    elsewhere: ['event_notes', 'status'],
  },
  'task-templates': {
    layouts: [
      {
        name: 'plan',
        title: 'list.plan',
        view: lazy(withWords('tasks', () => import('./tasks/ControlPlan'))),
      },
    ],
  },
  incidents: {
    below: lazy(withWords('incident', () => import('./incident/Timeline'))),
    columns: ['ref_id', 'name', 'severity', 'status', 'owners', 'reported_at', 'folder'],
  },
  'what-if-drafts': {
    columns: ['name', 'status', 'step_count', 'author', 'is_shared', 'updated_at', 'folder'],
  },
  'metrology/metric-instances': {
    above: lazy(
      withWords(
        'dashboards',
        withWords('metrics', () => import('./metrics/Standing')),
      ),
    ),
    columns: ['name', 'current_value', 'target_value', 'status', 'last_refresh', 'owner', 'folder'],
  },
  'metrology/dashboard-widgets': {
    without: [
      'chart_type_display',
      'time_range_display',
      'aggregation_display',
      'target_content_type_display',
      'target_object_name',
    ],
  },
  'metrology/custom-metric-samples': {
    columns: ['metric_instance', 'display_value', 'timestamp', 'observation'],
  },
  'risk-matrices': {
    controls: { json_definition: lazy(matrices(() => import('./matrix/MatrixControl'))) },
    below: lazy(withWords('library', () => import('./matrix/MatrixPage'))),
    without: ['json_definition'],
    columns: ['name', 'provider', 'is_enabled', 'folder'],
  },
  frameworks: {
    tabs: [
      {
        name: 'mappings',
        title: 'layouts.frameworks.mappings',
        view: lazy(withWords('library', () => import('./framework/Mappings'))),
      },
    ],
    columns: ['name', 'ref_id', 'provider', 'requirements_count', 'locale'],
  },
  evidences: { above: lazy(() => import('./evidence/Files')), charts: charts('EvidenceCharts') },
  'evidence-revisions': { automatic: ['version'] },
  'findings-assessments': { below: lazy(() => import('./charts/ReviewFindings')) },
}
