import { Component, type ReactNode } from 'react'

interface Props {
  fallback: (error: Error, retry: () => void) => ReactNode
  children: ReactNode
}

/** An error in one page does not affect the rest. */
export class CatchErrors extends Component<Props, { error: Error | null }> {
  override state = { error: null as Error | null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    return error ? this.props.fallback(error, () => this.setState({ error: null })) : this.props.children
  }
}
