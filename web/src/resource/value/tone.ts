/**
 * The colour of a choice. States share their words across resources, so the word decides; one that
 * is not known here is neutral, and the label always says the same in letters. How bad something is has
 * a ramp of its own, see `level.ts`.
 */
import type { Tone } from '@/ui/Badge'

const TONES: [Tone, RegExp][] = [
  [
    'bad',
    /^(missing|rejected|expired|degraded|failed|discarded|overdue|etamissed|blocked|lost|non.?compliant)$/,
  ],
  ['warn', /^(on.hold|deprecated|missed|in.dismissal|partially.compliant|retrying|pending|deferred)$/],
  ['good', /^(active|approved|done|closed|resolved|mitigated|in.production|delivered|compliant|validated)$/],
  [
    'info',
    /^(in.progress|in.review|identified|confirmed|assigned|in.design|in.development|planned|open|sending)$/,
  ],
]

export function tone(key: string | number, label: string): Tone {
  const words = [String(key), label].map(word => word.toLowerCase().replaceAll(/[\s_-]+/g, '.'))
  return TONES.find(([, pattern]) => words.some(word => pattern.test(word)))?.[0] ?? 'neutral'
}
