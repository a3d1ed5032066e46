import { mount } from "svelte";
import App from "./App.svelte";
import { show } from "./lib/theme.svelte";
import "./hall.css";

show();
mount(App, { target: document.body });
