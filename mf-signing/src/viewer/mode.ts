/** viewer: look and pan; editor: fields are placed while editing; signing: a guest looks and signs. */
export type ViewerMode = 'viewer' | 'editor' | 'signing'

/** What a hand may do on the page. Wheel, finger and scroll bars move it in every mode. */
export interface ModeRules {
  /** Dragging the paper moves it. */
  readonly drag: boolean
  /** Arrows, Home, + and - belong to the view. */
  readonly keys: boolean
  /** Text can be selected. */
  readonly selectText: boolean
  /** Fields can be placed and moved. */
  readonly placeFields: boolean
}

/** The rules of a mode; `editing` is true while fields are being placed, and counts in the editor alone. */
export const rulesOf = (mode: ViewerMode, editing: boolean): ModeRules => {
  switch (mode) {
    case 'viewer':
      return { drag: true, keys: true, selectText: true, placeFields: false }
    case 'editor':
      return { drag: true, keys: !editing, selectText: !editing, placeFields: editing }
    case 'signing':
      // No panning with the mouse: it selects. The keys stay, for a page that only they can scroll.
      return { drag: false, keys: true, selectText: true, placeFields: false }
  }
}
