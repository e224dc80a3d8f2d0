/** The layouts, by the path of their resource. What has none gets one from the model document, see `generic.ts`. */
import type { Resource } from '@/api/model'
import { assets } from './assets'
import { assignments } from './assignments'
import { audits } from './audits'
import { controls } from './controls'
import { drafts } from './drafts'
import { evidence } from './evidence'
import { exceptions } from './exceptions'
import { findings } from './findings'
import { folders } from './folders'
import { frameworks } from './frameworks'
import { generic } from './generic'
import { incidents } from './incidents'
import type { Layout } from './layout'
import { metrics } from './metrics'
import { perimeters } from './perimeters'
import { reviews } from './reviews'
import { riskAcceptances, riskAssessments, riskScenarios } from './risks'
import { ruleMatches, rules } from './rules'
import { validations } from './validations'
import { vulnerabilities } from './vulnerabilities'
import { whatIfs } from './whatIfs'

export const layouts: Record<string, Layout> = {
  assets,
  'applied-controls': controls,
  policies: controls,
  'compliance-assessments': audits,
  evidences: evidence,
  folders,
  frameworks,
  findings,
  'findings-assessments': reviews,
  incidents,
  'library-drafts': drafts,
  'metrology/metric-instances': metrics,
  perimeters,
  'requirement-assignments': assignments,
  'risk-acceptances': riskAcceptances,
  'risk-assessments': riskAssessments,
  'risk-scenarios': riskScenarios,
  'rule-matches': ruleMatches,
  rules,
  'security-exceptions': exceptions,
  'validation-flows': validations,
  vulnerabilities,
  'what-if-drafts': whatIfs,
}

export function layoutOf(resource: Resource): Layout {
  return layouts[resource.path] ?? generic(resource)
}

export type { Layout } from './layout'
