/**
 * Shared modules are not tree-shaken: export only what the
 * site uses.
 */
export {
  BrowserRouter,
  Link,
  Navigate,
  NavLink,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router-dom'
export { type Blocker, useBlocker } from './use-blocker.ts'
