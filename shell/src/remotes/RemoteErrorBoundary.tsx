import type { ReactNode } from 'react'
import { Component } from 'react'

interface Props {
  readonly fallback: (error: unknown, reset: () => void) => ReactNode
  readonly onError?: (error: unknown) => void
  readonly children: ReactNode
}

type State = { readonly kind: 'whole' } | { readonly kind: 'broken'; readonly error: unknown }

export class RemoteErrorBoundary extends Component<Props, State> {
  override state: State = { kind: 'whole' }

  static getDerivedStateFromError(error: unknown): State {
    return { kind: 'broken', error }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error)
  }

  private readonly reset = () => this.setState({ kind: 'whole' })

  override render() {
    const { state } = this
    return state.kind === 'broken' ? this.props.fallback(state.error, this.reset) : this.props.children
  }
}
