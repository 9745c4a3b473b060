/** Units and scripts of 1.0.0 name this file. */
import "./main.js";
