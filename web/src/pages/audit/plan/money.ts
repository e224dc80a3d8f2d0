/** An amount in a currency, as people write it. */
import { formatNumber } from '@/i18n/format'

/** Cents matter in no plan. */
export const money = (amount: number, currency: string) =>
  `${formatNumber(Math.round(amount))}\u00a0${currency}`.trim()
