/** The access check and the frame around every page. */
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, whenSessionEnds } from '@/api/client'
import { domainsQuery } from '@/api/domains'
import { modelQuery } from '@/api/model'
import { userQuery } from '@/api/user'
import { type Language, setLanguage, speaksBrowser } from '@/i18n'
import { PASSWORD_LINK } from '@/pages'
import { Failed, Loading } from '@/ui/States'
import { Toasts } from '@/ui/Toast'
import { Shell } from './Shell'
import { SessionEnded, SignInPage } from './SignIn'

export function Root() {
  // Whoever has a link to set a password is not signed in, and need not be.
  const isLink = useLocation({ select: location => location.pathname === PASSWORD_LINK })
  return (
    <>
      {isLink ? <Outlet /> : <Gate />}
      <Toasts />
    </>
  )
}

function Gate() {
  const user = useQuery(userQuery)
  const [ended, setEnded] = useState(false)
  const waiting = useRef<(() => void)[]>([])
  const signedIn = user.data !== undefined

  const renew = useCallback(() => {
    setEnded(true)
    return new Promise<void>(resolve => waiting.current.push(resolve))
  }, [])
  useEffect(() => {
    whenSessionEnds(signedIn ? renew : null)
    return () => whenSessionEnds(null)
  }, [signedIn, renew])

  // Somebody else has signed in, in another tab: nothing of the previous person may stay.
  const who = user.data?.id
  const first = useRef(who)
  useEffect(() => {
    if (first.current && who && first.current !== who) window.location.reload()
    first.current ??= who
  }, [who])

  // Without a choice, the browser's language applies; if it is not available, the instance's.
  const otherwise = speaksBrowser() ? undefined : user.data?.interface.default_language
  const language = user.data?.preferences.lang ?? otherwise
  useEffect(() => {
    if (language) void setLanguage(language as Language)
  }, [language])
  // Not left to Suspense: after a fallback, React holds back what comes within the next 300 ms. Later, when another
  // instant has other domains, the page must stay as it is meanwhile.
  const model = useQuery({ ...modelQuery, enabled: signedIn })
  const domains = useQuery({ ...domainsQuery, enabled: signedIn })
  const started = useRef(false)
  if (signedIn && !model.isPending && !domains.isPending) started.current = true

  if (user.isPending || (signedIn && !started.current)) return <Loading />
  if (!user.data) {
    const nobody = user.error instanceof ApiError && user.error.status === 401
    return nobody ? <SignInPage /> : <Failed error={user.error} retry={() => void user.refetch()} />
  }
  return (
    <>
      <Suspense fallback={<Loading />}>
        <Shell />
      </Suspense>
      <SessionEnded
        open={ended}
        email={user.data.email}
        onDone={() => {
          setEnded(false)
          for (const go of waiting.current.splice(0)) go()
        }}
      />
    </>
  )
}
