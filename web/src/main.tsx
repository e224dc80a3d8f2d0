import './styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { mayBeSignedIn } from './api/client'
import { domainsQuery } from './api/domains'
import { modelQuery } from './api/model'
import { fetched, queryClient } from './api/query'
import { userQuery } from './api/user'
import { startLanguages } from './i18n'
import { router } from './router'
import { watchFocus } from './ui/focus'

/** Milliseconds without anything on the screen. */
const PATIENCE = 600

/**
 * A function, and not simply the module: pages import what is in the same file as this, so while a module waits at its top
 * level, none of them can be read.
 */
async function start(root: HTMLElement) {
  await startLanguages()
  watchFocus()
  // What every page needs is requested at once, not one after the other.
  if (mayBeSignedIn()) {
    void queryClient.prefetchQuery(userQuery)
    void queryClient.prefetchQuery(modelQuery)
    void queryClient.prefetchQuery(domainsQuery)
  }
  // The page is drawn when its script and what it has asked for are there: React draws what comes later at once, with all
  // its effects, before it lets the browser show anything. Where it takes long, the page says that it is loading.
  await Promise.race([
    router
      .load()
      .catch(() => {})
      .then(fetched),
    new Promise(resolve => setTimeout(resolve, PATIENCE)),
  ])
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the interface.')
void start(root)
