/** Keeps what cannot be drawn from taking the whole window with it: in its place it says what happened. */
import { Component, type ReactNode } from 'react'
import { toFailure, type Failure } from '../../../app/model/failure.ts'
import { FailureNotice } from './async-states.tsx'

export interface GuardProps {
  /** The identity of the content: when it changes, the content is drawn again. */
  readonly of: string
  readonly children: ReactNode
}

interface GuardState {
  readonly failure: Failure | undefined
}

export class ErrorBoundary extends Component<GuardProps, GuardState> {
  override readonly state: GuardState = { failure: undefined }

  static getDerivedStateFromError(thrown: unknown): GuardState {
    return { failure: toFailure(thrown) }
  }

  override componentDidUpdate(before: GuardProps): void {
    if (before.of !== this.props.of && this.state.failure !== undefined) this.setState({ failure: undefined })
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (failure === undefined) return this.props.children
    return <FailureNotice failure={failure} retry={() => this.setState({ failure: undefined })} />
  }
}
