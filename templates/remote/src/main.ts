import('./standalone.tsx')
