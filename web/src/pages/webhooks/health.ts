/** The health of an endpoint, in one word. */
import type { Tone } from '@/ui/Badge'
import type { Endpoint } from './api'

export type Health =
  | 'paused'
  | 'switchedOff'
  | 'gone'
  | 'off'
  | 'unsigned'
  | 'failing'
  | 'waiting'
  | 'healthy'

/** The worst problem comes first. `feature` is whether webhooks are on at all. */
export function health(endpoint: Endpoint, feature: boolean): Health {
  if (!feature) return 'paused'
  if (endpoint.disabled_reason === 'gone') return 'gone'
  if (endpoint.disabled_reason) return 'switchedOff'
  if (!endpoint.is_active) return 'off'
  if (endpoint.stats.failures > 0) return 'failing'
  if (!endpoint.has_secret) return 'unsigned'
  return endpoint.stats.last_success ? 'healthy' : 'waiting'
}

export const HEALTH_TONE: Record<Health, Tone> = {
  paused: 'neutral',
  off: 'neutral',
  waiting: 'info',
  healthy: 'good',
  unsigned: 'warn',
  failing: 'warn',
  switchedOff: 'bad',
  gone: 'bad',
}

export const STATE_TONE: Record<string, Tone> = {
  pending: 'info',
  leased: 'info',
  delivered: 'good',
  discarded: 'bad',
  skipped: 'warn',
  cancelled: 'neutral',
}

export function statusTone(status: number | null): Tone {
  if (status === null) return 'bad'
  return status < 300 ? 'good' : status < 400 ? 'warn' : 'bad'
}
