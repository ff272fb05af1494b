/** editor: placement while `editing`; signing: the guest's page. */
export type ViewerMode = 'viewer' | 'editor' | 'signing'

/** Wheel, touch and scroll bars work in every mode. */
export interface ModeRules {
  readonly drag: boolean
  readonly keys: boolean
  readonly selectText: boolean
  readonly placeFields: boolean
}

export const rulesOf = (mode: ViewerMode, editing: boolean): ModeRules => {
  switch (mode) {
    case 'viewer':
      return { drag: true, keys: true, selectText: true, placeFields: false }
    case 'editor':
      return { drag: true, keys: !editing, selectText: !editing, placeFields: editing }
    case 'signing':
      // The mouse selects text; the keys scroll.
      return { drag: false, keys: true, selectText: true, placeFields: false }
  }
}
