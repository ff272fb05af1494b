import { useSyncExternalStore } from 'react'
import type { FormState } from './form-state.ts'
import type { FormStore } from './form-store.ts'

export const useFormState = ({ subscribe, get }: FormStore): FormState => useSyncExternalStore(subscribe, get)
