/** The router, as far as the site uses it. A shared module loses tree-shaking: what is not named here is not shipped. */
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
export { Link, type LinkProps, NavLink, type NavLinkProps } from './Link.tsx'
export { type Blocker, useBlocker } from './use-blocker.ts'
