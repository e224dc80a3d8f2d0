/** A requirement of an audit is shown on the page of that audit. */
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { isRef } from '@/api/model'
import { itemQuery } from '@/api/objects'
import { Loaded } from '@/resource/detail/Loaded'
import { NotFound } from '@/resource/ResourcePage'
import { AUDITS, ROWS } from './api'

export default function ToRequirement() {
  const { id } = useParams({ strict: false }) as { id: string }
  const found = useQuery(itemQuery(ROWS, id))
  return (
    <Loaded query={found} path={ROWS} id={id}>
      {row =>
        isRef(row.compliance_assessment) && isRef(row.requirement) ? (
          <Navigate
            to={`/${AUDITS}/${row.compliance_assessment.id}`}
            search={{ req: row.requirement.id } as never}
            replace
          />
        ) : (
          <NotFound />
        )
      }
    </Loaded>
  )
}
