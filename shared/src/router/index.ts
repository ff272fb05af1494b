/**
 * Shared modules are not tree-shaken: export only what the
 * site uses.
 */
export {
  BrowserRouter,
  Navigate,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router-dom'
export { Link, NavLink } from './links.tsx'
export { type Blocker, useBlocker } from './use-blocker.ts'
