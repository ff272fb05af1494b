// Dynamic import: shared modules must load first.
import('./standalone.tsx')
