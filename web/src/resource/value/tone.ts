/**
 * The colour of a choice. States share their words across resources, so the word decides; one that
 * is not known here is neutral, and the label always says the same in letters.
 */
import type { Tone } from '@/ui/Badge'

const TONES: [Tone, RegExp][] = [
  [
    'bad',
    /^(critical|very.high|high|missing|rejected|expired|degraded|failed|discarded|overdue|etamissed|blocked|lost|non.?compliant|p1)$/,
  ],
  [
    'warn',
    /^(medium|moderate|on.hold|deprecated|missed|in.dismissal|partially.compliant|retrying|pending|p2|deferred)$/,
  ],
  [
    'good',
    /^(active|approved|done|closed|resolved|mitigated|in.production|delivered|compliant|validated|low|very.low)$/,
  ],
  [
    'info',
    /^(in.progress|in.review|identified|confirmed|assigned|in.design|in.development|planned|open|sending|info|p3)$/,
  ],
]

export function tone(key: string | number, label: string): Tone {
  const words = [String(key), label].map(word => word.toLowerCase().replaceAll(/[\s_-]+/g, '.'))
  return TONES.find(([, pattern]) => words.some(word => pattern.test(word)))?.[0] ?? 'neutral'
}
