/// <reference types="@fastly/js-compute" />
// Requests one after another in one instance, which keeps the state of its modules.
import "./watch-import.ts";
import { setReusableSandboxOptions } from "fastly:experimental";
import { answer } from "./service.ts";

setReusableSandboxOptions({ maxRequests: 0 });
addEventListener("fetch", (event) => event.respondWith(answer(event)));
