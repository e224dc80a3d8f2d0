/**
 * Puts a scenario into a cell of the matrix: it shows at once, goes back if the server refuses, and can be undone. A rating
 * that someone else has changed in the meantime is not overwritten.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { request } from '@/api/client'
import type { Row } from '@/api/model'
import { refresh } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { toast } from '@/ui/Toast'
import { SCENARIOS, scenariosQuery } from './api'
import {
  impactField,
  type Place,
  probaField,
  ratingValues,
  type Scenario,
  type Stage,
} from './model/scenario'

export type Rate = (scenario: Row, stage: Stage, place: Place | null) => void

export function useRating(assessment: string): Rate {
  const { t } = useTranslation()
  const client = useQueryClient()
  const show = useCallback(
    (id: string, values: Record<string, number>) => {
      const change = <T extends Row>(row: T): T => (row.id === id ? { ...row, ...values } : row)
      client.setQueryData(scenariosQuery(assessment).queryKey, all =>
        all?.map(one => change(one as Scenario)),
      )
      client.setQueryData(['item', SCENARIOS, id], (row: Row | undefined) => row && change(row))
    },
    [client, assessment],
  )
  return useCallback(
    (scenario, stage, place) => {
      const before = {
        [probaField(stage)]: Number(scenario[probaField(stage)] ?? -1),
        [impactField(stage)]: Number(scenario[impactField(stage)] ?? -1),
      }
      const write = async (from: Record<string, number>, values: Record<string, number>) => {
        if (Object.keys(values).every(name => values[name] === from[name])) return false
        await client.cancelQueries({ queryKey: scenariosQuery(assessment).queryKey })
        show(scenario.id, values)
        try {
          const path = `${SCENARIOS}/${scenario.id}/`
          const now = await request<Row>(`${path}object/`)
          if (Object.keys(from).some(name => now.data[name] !== from[name]))
            throw new Error(t('risk.changedMeanwhile', { name: String(scenario.ref_id || scenario.name) }))
          const headers = now.etag ? { 'if-match': now.etag } : undefined
          await request(path, { method: 'PATCH', body: values, headers })
          return true
        } catch (error) {
          show(scenario.id, from)
          toast.bad(error)
          return false
        } finally {
          void refresh(client)
        }
      }
      const values = ratingValues(stage, place)
      void write(before, values).then(done => {
        if (!done) return
        toast.good(t('common.saved'), {
          label: t('common.undo'),
          run: () => void write(values, before).then(undone => undone && toast.good(t('common.undone'))),
        })
      })
    },
    [client, assessment, show, t],
  )
}
