// The one asynchronous step that lets the shared modules settle before anything asks for them.
import('./standalone.tsx')
