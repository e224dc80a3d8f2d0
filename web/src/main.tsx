import './styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { mayBeSignedIn } from './api/client'
import { domainsQuery } from './api/domains'
import { modelQuery } from './api/model'
import { queryClient } from './api/query'
import { userQuery } from './api/user'
import { startLanguages } from './i18n'
import { router } from './router'
import { watchFocus } from './ui/focus'

/** Milliseconds without anything on the screen. */
const PATIENCE = 300

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the interface.')

await startLanguages()
watchFocus()
// What every page needs is requested at once, not one after the other.
if (mayBeSignedIn()) {
  void queryClient.prefetchQuery(userQuery)
  void queryClient.prefetchQuery(modelQuery)
  void queryClient.prefetchQuery(domainsQuery)
}
// The page is drawn when its script is there. Where that takes long, it says that it is loading.
await Promise.race([router.load().catch(() => {}), new Promise(resolve => setTimeout(resolve, PATIENCE))])
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
